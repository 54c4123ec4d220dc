import { describe, expect, it } from 'vitest';
import { importedModules, packageOf, parseModule } from './parse.ts';

describe('importedModules', () => {
  it('finds every way to name a module', () => {
    const text = [
      "import { a } from 'statement';",
      "import type { T } from 'types';",
      "import 'effect';",
      "export { b } from 'again';",
      "export * from 'everything';",
      "const c = await import('dynamic');",
      'const d = await import(`template`);',
      "type U = import('written-type').U;",
      'const computed = await import(a + c);',
    ].join('\n');
    expect(importedModules('x.ts', text).map(({ specifier }) => specifier)).toEqual([
      'statement', 'types', 'effect', 'again', 'everything', 'dynamic', 'template', 'written-type',
    ]);
  });

  it('is not taken in by comments and texts', () => {
    expect(importedModules('x.ts', "// import 'a';\nconst b = \"import 'c'\";\n")).toEqual([]);
  });

  it('says which module cannot be parsed', () => {
    expect(() => parseModule('broken.ts', 'const = ;')).toThrow(/^broken\.ts cannot be parsed: /u);
  });
});

describe('packageOf', () => {
  it.each([
    ['zod', 'zod'],
    ['zod/v4', 'zod'],
    ['@graphwright/contract', '@graphwright/contract'],
    ['@graphwright/contract/part', '@graphwright/contract'],
    ['./x.ts', undefined],
    ['../x.ts', undefined],
    ['node:fs', undefined],
  ])('%s → %s', (specifier, name) => {
    expect(packageOf(specifier)).toBe(name);
  });
});
