import { describe, expect, it } from 'vitest';
import { answerSchema } from '@graphwright/contract';
import { run } from './capture.ts';

const QUESTION = 'What do algorithms on graphs find?';

describe('query --method global', () => {
  it('answers from the reports of the sample', async () => {
    const { code, stdout, stderr } = await run(['query', QUESTION, '--method', 'global']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\[Data: Reports \(\d/u);
    expect(stderr).toMatch(/^ *points +\d+ considered/mu);
  });

  it('--select dynamic --explain shows the tree, the rounds, and what was read by level and by document', async () => {
    const { code, stdout } = await run(['query', QUESTION, '--method', 'global', '--select', 'dynamic', '--explain']);
    expect(code).toBe(0);
    for (const part of [/^Selection \(ended: /mu, /^ {2}\S+ .*: (?:not )?relevant \(by /mu, /^Rounds\n {2}1\. roots: \d+ rated/mu, /^Verdicts\n {2}#/mu, /^ {2}level 0: \d+ reports/mu, /^Reports read by document\n {2}\d/mu]) {
      expect(stdout).toMatch(part);
    }
  });

  it('--select with --compatible takes the compatible selector', async () => {
    const { stdout } = await run(['query', QUESTION, '--method', 'global', '--compatible', '--select', 'level', '--json']);
    expect(answerSchema.parse(JSON.parse(stdout)).provenance.plugins.map(({ id }) => id)).toContain('select-level-compatible');
  });
});

describe('estimate', () => {
  it('is what the map stage of a run then costs', async () => {
    const { code, stdout } = await run(['estimate', QUESTION, '--method', 'global']);
    const { stdout: json } = await run(['query', QUESTION, '--method', 'global', '--json']);
    const sent = answerSchema.parse(JSON.parse(json)).cost.entries.filter(({ stage }) => stage.startsWith('map/'));
    const tokens = sent.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
    expect(code).toBe(0);
    expect(stdout).toContain(`map: ${sent.length} calls, ${tokens.toLocaleString('en-US')} tokens in`);
  });

  it('prints JSON', async () => {
    expect(JSON.parse((await run(['estimate', QUESTION, '--json'])).stdout)).toHaveLength(1);
  });
});
