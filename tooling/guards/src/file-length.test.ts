import { expect, it } from 'vitest';
import { checkFileLength, lineLimit } from './file-length.ts';
import { madeUpTree } from './made-up-tree.ts';

const lines = (count: number) => 'const line = 1;\n'.repeat(count);

it('names files above the limit and no others', async () => {
  const root = await madeUpTree({
    'packages/a/src/short.ts': lines(lineLimit),
    'packages/a/src/long.ts': lines(lineLimit + 1),
    'packages/a/src/long.test.ts': lines(lineLimit + 1),
    'tooling/setup/long.mjs': lines(lineLimit + 1),
    'packages/a/README.md': lines(lineLimit + 1),
    'packages/a/dist/long.js': lines(lineLimit + 1),
    'packages/a/node_modules/b/long.js': lines(lineLimit + 1),
  });
  expect(checkFileLength(root).map(({ file }) => file)).toEqual(['packages/a/src/long.test.ts', 'packages/a/src/long.ts', 'tooling/setup/long.mjs']);
});

it('accepts a stated reason, not an empty one', async () => {
  const root = await madeUpTree({
    'reason.ts': `// Long because: one table of constants.\n${lines(lineLimit)}`,
    'comment.ts': `/**\n * Long because: one table of constants.\n */\n${lines(lineLimit)}`,
    'empty.ts': `// Long because:\n${lines(lineLimit)}`,
    'late.ts': `${lines(lineLimit)}// Long because: one table of constants.\n`,
  });
  expect(checkFileLength(root).map(({ file }) => file)).toEqual(['empty.ts', 'late.ts']);
});
