import { definePlugin } from '@graphwright/contract';
import { z } from 'zod';
import { rendererKind, type Renderer } from '../renderer.ts';
import { graphragForms } from './forms.ts';

const graphragOptions = z.object({
  /** What stands between cells; sources always use `|`. */
  delimiter: z.string().min(1).default('|'),
});

/** Rows to the byte as GraphRAG 3.3 prints them in a local context with its default options. */
export function graphragRenderer({ delimiter = '|' }: { readonly delimiter?: string } = {}): Renderer {
  return {
    specVersion: 'v1',
    rendering: `graphrag${JSON.stringify(delimiter)}`,
    form: (table, content = 'full') => graphragForms({ delimiter, content })[table],
  };
}

/** The plugin `graphrag`; see {@link graphragRenderer}. */
export const graphrag = definePlugin(rendererKind, {
  id: 'graphrag',
  version: '1.0.0',
  description: 'Rows to the byte as GraphRAG 3.3 prints them: delimited columns under dashed headings.',
  options: graphragOptions,
  create: graphragRenderer,
});
