import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor } from 'oxc-parser';
import { sortFindings, type Finding } from './findings.ts';
import { parseModule } from './parse.ts';
import { readText } from './tree.ts';

/** The documents whose tables name a test in every row. */
const documents = ['docs/promises.md', 'docs/compatible.md'];

/** A test as documents name it: its file from the root, and its title as written there. */
const reference = /`([^`\s]+)` › "([^"]+)"/gu;

/** Titles of the tests of a file, and which of them never run. */
interface Tests {
  readonly titles: ReadonlySet<string>;
  readonly never: ReadonlySet<string>;
}

/**
 * Demands that each row of a table in `docs/promises.md` and `docs/compatible.md` whose last column is `held by` or `shown by` names a test, as
 * `` `file` › "title" ``, and that each named test exists and is not always skipped. A title with placeholders is named as it is written in the file.
 */
export function checkPromises(root: string): Finding[] {
  const findings: Finding[] = [];
  const known = new Map<string, Tests | undefined>();
  for (const file of documents) {
    if (!existsSync(join(root, file))) {
      findings.push({ file, message: 'is missing: it says which test holds what is promised.' });
      continue;
    }
    let demanded = false;
    for (const [index, line] of readText(root, file).split('\n').entries()) {
      const heading = /\| (?:held|shown) by \|\s*$/u.test(line);
      demanded = heading || (demanded && line.startsWith('|'));
      const named = [...line.matchAll(reference)];
      const at = { file, line: index + 1 };
      if (named.length === 0 && demanded && !heading && isRow(line)) findings.push({ ...at, message: 'is a row without a test: name one as `file` › "title".' });
      for (const [, path = '', title = ''] of named) {
        const tests = testsIn(path);
        if (tests === undefined) findings.push({ ...at, message: `names ${path}, which does not exist.` });
        else if (tests.never.has(title)) findings.push({ ...at, message: `names "${title}" of ${path}, which never runs.` });
        else if (!tests.titles.has(title)) findings.push({ ...at, message: `names "${title}", and ${path} has no such test.` });
      }
    }
  }
  return sortFindings(findings);

  function testsIn(path: string): Tests | undefined {
    if (!known.has(path)) known.set(path, existsSync(join(root, path)) ? readTests(path, readText(root, path)) : undefined);
    return known.get(path);
  }
}

/** Whether a line of a table is a row, and not what parts the heading from the rows. */
function isRow(line: string): boolean {
  return /^\|(?!\s*-{3})/u.test(line);
}

function readTests(path: string, text: string): Tests {
  const found: { readonly title: string; readonly start: number; readonly off: boolean }[] = [];
  const off: { readonly start: number; readonly end: number }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first], start, end }) {
      const called = text.slice(callee.start, callee.end);
      if (!/^(?:it|test|describe)\b/u.test(called)) return;
      const never = /^\w+(?:\.\w+)*\.(?:skip|todo)\b|\.skipIf\(true\)|\.runIf\(false\)/u.test(called);
      if (never) off.push({ start, end });
      if (first?.type === 'Literal' && typeof first.value === 'string' && !called.startsWith('describe')) found.push({ title: first.value, start, off: never });
    },
  }).visit(parseModule(path, text).program);
  const never = found.filter((test) => test.off || off.some(({ start, end }) => start <= test.start && test.start < end));
  return { titles: new Set(found.map(({ title }) => title)), never: new Set(never.map(({ title }) => title)) };
}
