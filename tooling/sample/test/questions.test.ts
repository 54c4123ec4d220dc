import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyFolder, repositoryRoot, sharedFolder, sharedPath } from '@graphwright-internal/testing';
import { createEngine, openIndex, type Answer, type Engine } from 'graphwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { readQuestions, type SampleQuestion } from '../src/index.ts';

const DATA = join(repositoryRoot(), 'tooling', 'sample', 'data');
const questions = readQuestions(DATA);
const shared = sharedFolder();
if (shared === undefined) process.stderr.write('Shared test data is absent: the sample is not asked the questions of MuSiQue, which it should refuse.\n');

let engine: Engine;
let close: () => Promise<void>;
beforeAll(async () => {
  const index = await openIndex(join(repositoryRoot(), 'apps', 'cli', 'sample'));
  engine = await createEngine({ index, model: 'extractive', embedder: 'hashed-ngrams' });
  close = async () => {
    await engine.close();
    await index.knowledge.close();
  };
});
afterAll(() => close());

/** The expected text units that stand in the window. */
function shownOf({ ledger }: Answer, { textUnitIds }: SampleQuestion): string[] {
  const included = new Set(ledger.entries.filter(({ table, outcome }) => table === 'text_units' && outcome === 'included').map(({ id }) => id));
  return textUnitIds.filter((id) => included.has(id));
}

function isCited({ citations }: Answer, { textUnitIds }: SampleQuestion): boolean {
  return citations.some(({ table, id, found }) => table === 'text_units' && found === 'window' && id !== undefined && textUnitIds.includes(id));
}

describe('the questions of the sample', () => {
  it('are forty different ones of all kinds, in both languages', () => {
    expect(new Set(questions.map(({ question }) => question)).size).toBe(40);
    const least = { 'two-facts': 8, relation: 4, 'other-form': 4, described: 4 };
    for (const [kind, count] of Object.entries(least)) expect(questions.filter((each) => each.kind === kind).length, kind).toBeGreaterThanOrEqual(count);
    expect(questions.filter(({ question }) => /\p{Script=Han}/u.test(question)).length).toBeGreaterThanOrEqual(8);
  });

  it.each(questions)('$kind: $question', async (question) => {
    const answer = await engine.context({ question: question.question });
    expect(answer.status).toBe('assembled');
    expect(shownOf(answer, question)).not.toEqual([]);
  });

  it('are answered from an expected source, mostly, and from both where two facts are needed', async () => {
    const answers = await Promise.all(questions.map(async (question) => ({ question, answer: await engine.ask({ question: question.question }) })));
    const notCited = answers.filter(({ question, answer }) => !isCited(answer, question)).map(({ question }) => question.question);
    // Measured: 37 of 40. In the others the extractive model quotes the same fact from entities, relationships and reports.
    expect(notCited.length, notCited.join('\n')).toBeLessThanOrEqual(4);
    const incomplete = answers.filter(({ question, answer }) => question.kind === 'two-facts' && shownOf(answer, question).length < question.textUnitIds.length);
    expect(incomplete.map(({ question }) => question.question)).toEqual([]);
  });
});

describe.skipIf(shared === undefined)('questions that have nothing to do with the sample', () => {
  it('are refused, at least 95 of the 100 of MuSiQue', async () => {
    const foreign = z.array(z.object({ question: z.string() })).parse(JSON.parse(readFileSync(sharedPath('eval', 'musique100', 'raw', 'musique_train.json'), 'utf8')));
    expect(foreign.length).toBe(100);
    const answers = await Promise.all(foreign.map(({ question }) => engine.context({ question })));
    const taken = foreign.filter((_, number) => answers[number]?.status !== 'no-relevant-data').map(({ question }) => question);
    expect(taken.length, taken.join('\n')).toBeLessThanOrEqual(5);
  });
});

describe('readQuestions', () => {
  it.each([
    ['a document that is not there', '00-nowhere.md', 'GraphRAG', /no document "00-nowhere.md"/u],
    ['a quote that stands nowhere', '03-communities.md', 'never said', /"never said" has to stand in exactly one/u],
    ['a quote that stands in two text units', '03-communities.md', 'communities', /"communities" has to stand in exactly one/u],
  ])('refuses %s', async (_what, document, quote, message) => {
    const { path, remove } = await copyFolder(DATA);
    onTestFinished(remove);
    await writeFile(join(path, 'questions.yaml'), JSON.stringify([{ question: 'What?', kind: 'fact', sources: [{ document, quote }] }]));
    expect(() => readQuestions(path)).toThrow(message);
  });
});
