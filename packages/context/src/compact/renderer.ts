import { definePlugin } from '@graphwright/contract';
import { rendererKind, type Renderer } from '../renderer.ts';
import { compactForms } from './forms.ts';

/**
 * Rows with few tokens that a model reads well: ids at the margin, directions as arrows, texts indented so that nothing in an
 * index can pass for a heading or a row.
 */
export function compactRenderer(): Renderer {
  const forms = { full: compactForms('full'), summary: compactForms('summary'), findings: compactForms('findings') };
  return { specVersion: 'v1', rendering: 'compact', form: (table, content = 'full') => forms[content][table] };
}

/** The plugin `compact`; see {@link compactRenderer}. */
export const compact = definePlugin(rendererKind, {
  id: 'compact',
  version: '1.0.0',
  description: 'Rows with few tokens: ids at the margin, directions as arrows, texts that cannot fake a row.',
  create: compactRenderer,
});
