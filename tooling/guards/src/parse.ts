import { parseSync, Visitor, type ParseResult } from 'oxc-parser';

/** A module that another one names, and where. */
export interface ImportedModule {
  /** As written: `./x.ts`, `node:fs`, `@graphwright/contract`. */
  readonly specifier: string;
  /** Offset of the specifier in the text. */
  readonly offset: number;
}

/**
 * Parses a module.
 *
 * @param path Decides by its ending whether types and JSX are allowed.
 * @throws Error with the parser's message when the text is no valid module.
 */
export function parseModule(path: string, text: string): ParseResult {
  const result = parseSync(path, text, { sourceType: 'module' });
  const [error] = result.errors;
  if (error !== undefined) throw new Error(`${path} cannot be parsed: ${error.message}`);
  return result;
}

/**
 * Finds everything that a module imports: statements, re-exports, `import('…')` with a fixed text, and types written as `import('…').T`.
 *
 * @returns In order of their place; names that are computed when the program runs are left out.
 */
export function importedModules(path: string, text: string): ImportedModule[] {
  const { module, program } = parseModule(path, text);
  const found: ImportedModule[] = [];
  for (const { moduleRequest } of module.staticImports) found.push({ specifier: moduleRequest.value, offset: moduleRequest.start });
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest !== null) found.push({ specifier: moduleRequest.value, offset: moduleRequest.start });
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const specifier = /^(['"`])([^'"`$]*)\1$/u.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[2];
    if (specifier !== undefined) found.push({ specifier, offset: moduleRequest.start });
  }
  new Visitor({
    TSImportType(node) {
      found.push({ specifier: node.source.value, offset: node.source.start });
    },
  }).visit(program);
  return found.toSorted((a, b) => a.offset - b.offset);
}

/** The package that a specifier names: `@scope/name` of `@scope/name/part`; `undefined` for relative paths and Node's own modules. */
export function packageOf(specifier: string): string | undefined {
  if (/^(?:\.|\/|node:|file:|data:|#)/u.test(specifier)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/u.exec(specifier)?.[0];
}
