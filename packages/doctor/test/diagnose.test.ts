import { describe, expect, it } from 'vitest';
import { scriptedEmbedder, vectorSource } from '@graphwright/conformance';
import { TABLE_NAMES } from '@graphwright/contract';
import { diagnose, type DiagnosisProgress } from '@graphwright/doctor';
import { edited, healthy, healthyVectors, madeIndex, type MadeIndex, type MadeTables } from './healthy.ts';

/** The healthy index so many times side by side. */
function times(count: number): MadeIndex {
  const copies = <R extends { readonly id: string }>(rows: readonly R[]): R[] => Array.from({ length: count }, (_, copy) => rows.map((row) => ({ ...row, id: `${copy} ${row.id}` }))).flat();
  const { entities, relationships, text_units, communities, community_reports, covariates, documents } = healthy;
  const tables: MadeTables = {
    entities: copies(entities),
    relationships: copies(relationships),
    text_units: copies(text_units),
    communities: copies(communities),
    community_reports: copies(community_reports),
    covariates: copies(covariates),
    documents: copies(documents),
  };
  return madeIndex({ tables });
}

describe('diagnose', () => {
  it('reads every row once, whatever is found, at any size', async () => {
    const asked: number[] = [];
    for (const count of [300, 600]) {
      const { knowledge, ...index } = times(count);
      await diagnose({ ...index, knowledge });
      expect(new Set(knowledge.requests.map(({ method }) => method))).toEqual(new Set(['page']));
      for (const table of TABLE_NAMES) {
        const rows = knowledge.requests.filter((request) => request.table === table).reduce((sum, request) => sum + request.rows, 0);
        expect(rows).toBe(knowledge.facts.counts[table]);
      }
      expect(knowledge.reads('entities', 'description')).toBe(count * healthy.entities.length);
      expect(knowledge.reads('text_units', 'text')).toBe(count * healthy.text_units.length);
      asked.push(knowledge.requests.reduce((sum, { rows }) => sum + rows, 0));
    }
    expect(asked[1]).toBe(2 * (asked[0] ?? 0));
  });

  it('says which checks could not run, and why', async () => {
    const tables = { communities: healthy.communities.map(({ parentId: _, childIds: __, ...row }) => row), text_units: [] };
    const { skipped, checked } = await diagnose(madeIndex({ without: ['covariates'], tables, vectors: [] }));
    expect(skipped).toEqual([
      { check: 'references-to-text-units', why: 'the table text_units is empty' },
      { check: 'references-to-covariates', why: 'there is no table covariates' },
      { check: 'claims', why: 'there is no table covariates' },
      { check: 'hierarchy', why: 'the communities name neither parents nor children' },
      { check: 'text-unit-texts', why: 'the table text_units is empty' },
      { check: 'evidence', why: 'the table text_units is empty' },
      { check: 'text-unit-sizes', why: 'the table text_units is empty' },
      { check: 'level-lengths', why: 'the table text_units is empty' },
      { check: 'vectors', why: 'no vectors were found' },
      { check: 'embedding-model', why: 'no embedder was given' },
    ]);
    expect(checked.map(({ check }) => check)).not.toContain('claims');
  });

  it('says which vectors it did not see', async () => {
    const locations = [{ space: 'text_unit_text', table: 'text_units' as const, format: 'lancedb', path: 'there', name: 'text_unit_text' }];
    const [first, second, third] = healthyVectors;
    if (first === undefined || second === undefined || third === undefined) throw new Error('the healthy index has three spaces');
    const some = await diagnose(madeIndex({ vectors: [first, second], locations }));
    expect(some.skipped.at(-1)).toEqual({ check: 'vectors', why: 'text_unit_text lies in lancedb and was not opened' });
    expect(some.findings).toEqual([]);
    const none = await diagnose(madeIndex({ vectors: [], locations }));
    expect(none.skipped[0]).toEqual({ check: 'vectors', why: 'the vectors lie in lancedb and were not opened' });
    const given = await diagnose(madeIndex({ vectors: [first, second], locations }), { vectors: [third] });
    expect(given.skipped.map(({ check }) => check)).toEqual(['embedding-model']);
  });

  it('passes on what was found at opening, unless a check says it better', async () => {
    const warnings = [
      { code: 'levels-as-text', message: 'Levels are text.', count: 1, examples: ['communities'] },
      { code: 'report-for-no-community', message: 'About none.', count: 2, examples: ['-1', '-1'] },
      { code: 'entity-without-community', message: 'None.', count: 1 },
      { code: 'own-matter', message: 'Whatever a loader has to say.' },
    ];
    const { findings } = await diagnose(madeIndex({ warnings }));
    expect(findings.map(({ code, severity, count, hurts }) => [code, severity, count, hurts])).toEqual([
      ['report-for-no-community', 'hurts', 2, ['global']],
      ['levels-as-text', 'note', 1, []],
      ['own-matter', 'note', 1, []],
    ]);
    expect(findings[1]).toMatchObject({ meaning: 'Levels are text.', examples: [{ table: 'made', id: '', name: 'communities' }] });
  });

  it('embeds five texts a space again by the given model, looked up by id', async () => {
    const texts: Readonly<Record<string, number[]>> = { 'Mercer:Mercer belongs to the team.': [1, 0, 0, 0] };
    const embedder = scriptedEmbedder({ dimensions: 4, vectors: texts });
    const vectors = [vectorSource({ dimensions: 4, rows: [{ id: 'e0', vector: [2, 0, 0, 0] }] }), ...healthyVectors.slice(1)];
    const { findings, checked } = await diagnose(madeIndex({ vectors }), { embedder });
    expect(findings.filter(({ code }) => code === 'embedding-model-differs').map(({ part }) => part)).toEqual(['community_full_content', 'text_unit_text']);
    expect(embedder.calls.map((call) => call.length)).toEqual([1, 3, 2]);
    expect(checked).toContainEqual({ check: 'embedding-model', rows: 6 });
  });

  it('counts in the given tokenizer, against the given window', async () => {
    const tokenizer = { specVersion: 'v1' as const, encoding: 'characters', exact: true, count: (text: string) => text.length };
    const { findings, tokens } = await diagnose(madeIndex(), { tokenizer, window: 200 });
    expect(tokens).toBe('characters');
    expect(findings.filter(({ code }) => code === 'text-unit-long').map(({ count }) => count)).toEqual([2]);
    await expect(diagnose(madeIndex(), { window: 0 })).rejects.toMatchObject({ code: 'usage-invalid' });
  });

  it('tells how far it is', async () => {
    const seen: DiagnosisProgress[] = [];
    await diagnose(madeIndex(), { onProgress: (progress) => seen.push(progress) });
    expect(seen[0]).toEqual({ step: 'reading', name: 'documents', done: 1, total: 1 });
    expect(seen).toContainEqual({ step: 'reading', name: 'entity_description', done: 5, total: 5 });
    expect(seen.at(-1)).toMatchObject({ step: 'checking', name: 'embedding-model' });
  });

  it.each(['reading', 'checking'] as const)('stops while %s', async (step) => {
    const controller = new AbortController();
    const stopped = diagnose(madeIndex(), {
      signal: controller.signal,
      onProgress: (progress) => {
        if (progress.step === step) controller.abort();
      },
    });
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
  });

  it('says the same twice', async () => {
    const change = { tables: { entities: edited(healthy.entities, 'e0', { communityIds: [], description: '' }) } };
    expect(await diagnose(madeIndex(change))).toEqual(await diagnose(madeIndex(change)));
  });
});
