import { cosineOf, GraphwrightError, SAME_MODEL_COSINE, type Embedder, type KnowledgeBase } from '@graphwright/contract';
import { defineCheck, Tally, type Found } from '../check.ts';
import type { ScannedSpace } from '../survey/scan-vectors.ts';
import { noVectors, searchers } from './vectors.ts';

/** A stored vector with the text that it should be of. */
export interface EmbeddedText {
  readonly id: string;
  readonly text: string;
  readonly vector: Float32Array;
}

/**
 * Embeds some texts again and tells which stored vectors are of another model: cosine under 0.95, or another length.
 *
 * @returns The ids that differ with their cosine; undefined where the lengths differ.
 * @throws Whatever the embedder throws.
 */
export async function embeddedOtherwise(
  stored: readonly EmbeddedText[],
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<{ readonly id: string; readonly cosine: number | undefined }[]> {
  if (stored.length === 0) return [];
  const { vectors } = await embedder.embed({ texts: stored.map(({ text }) => text), ...(signal === undefined ? {} : { signal }) });
  return stored.flatMap(({ id, vector }, index) => {
    const again = vectors[index];
    if (again === undefined) throw new GraphwrightError({ code: 'reply-invalid', message: 'The embedder gave fewer vectors than texts.', expected: `${stored.length} vectors`, found: `${vectors.length}` });
    const cosine = again.length === vector.length ? cosineOf(again, vector) : undefined;
    return cosine !== undefined && cosine >= SAME_MODEL_COSINE ? [] : [{ id, cosine }];
  });
}

/** Whether the given embedding model is the one that made the vectors: a few texts of each space are embedded again. */
export const embeddingModel = defineCheck({
  id: 'embedding-model',
  needs: {},
  obstacle: (survey) => (survey.embedder === undefined ? 'no embedder was given' : noVectors(survey)),
  alsoSees: ({ spaces }) => spaces.reduce((sum, { samples }) => sum + samples.length, 0),
  codes: {
    'embedding-model-differs': {
      meaning: 'Texts of the index, embedded again by the given model, get other vectors than are stored: questions land in the wrong place, and hits are chance.',
      hurts: ['local', 'drift', 'basic'],
      hurtsFrom: 0,
      advice: 'Ask with the model that the index was made with, with the same number of dimensions and the same prefix; or embed the index again.',
    },
  },
  async find({ spaces, knowledge, embedder, signal }) {
    const found: Found<'embedding-model-differs'>[] = [];
    if (embedder === undefined) return found;
    for (const scanned of spaces) {
      const stored = await embeddedTexts(scanned, knowledge, signal);
      const tally = new Tally();
      for (const { id, cosine } of await embeddedOtherwise(stored, embedder, signal)) {
        tally.add(scanned.table, { id, name: cosine === undefined ? `vectors of another length than the ${scanned.dimensions} stored` : `cosine ${cosine.toFixed(3)}` });
      }
      found.push({ code: 'embedding-model-differs', tally, total: stored.length, part: scanned.space, hurts: searchers(scanned.space) });
    }
    return found;
  },
});

/** The texts of the samples of a space, looked up by id; a space whose text is not known gives none. */
async function embeddedTexts({ space, samples }: ScannedSpace, knowledge: KnowledgeBase, signal: AbortSignal | undefined): Promise<EmbeddedText[]> {
  const texts = await textsOf(space, samples.map(({ id }) => id), knowledge, signal);
  return samples.flatMap(({ id, vector }) => {
    const text = texts.get(id);
    return text === undefined || text.trim() === '' ? [] : [{ id, text, vector }];
  });
}

async function textsOf(space: string, values: readonly string[], knowledge: KnowledgeBase, signal: AbortSignal | undefined): Promise<Map<string, string | undefined>> {
  const common = { values, ...(signal === undefined ? {} : { signal }) };
  switch (space) {
    case 'entity_description': {
      const batch = await knowledge.rows({ table: 'entities', columns: ['title', 'description'], ...common });
      return new Map(batch.ids.map((id, row) => [id, `${batch.get(row, 'title')}:${batch.get(row, 'description') ?? ''}`]));
    }
    case 'community_full_content': {
      const batch = await knowledge.rows({ table: 'community_reports', columns: ['fullContent'], ...common });
      return new Map(batch.ids.map((id, row) => [id, batch.get(row, 'fullContent')]));
    }
    case 'text_unit_text': {
      const batch = await knowledge.rows({ table: 'text_units', columns: ['text'], ...common });
      return new Map(batch.ids.map((id, row) => [id, batch.get(row, 'text')]));
    }
    default:
      return new Map();
  }
}
