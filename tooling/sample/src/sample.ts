import { buildCommunities } from './communities.ts';
import { readData } from './data.ts';
import { buildGraph } from './graph.ts';
import { parquetOf } from './parquet.ts';
import { tablesOf } from './tables.ts';

/**
 * Makes the sample's project folder: `settings.yaml`, `input/`, and the tables of the index under `output/`, as GraphRAG 3.3 lays
 * them out.
 *
 * @param dataFolder The folder with the texts and lists.
 * @returns The bytes of every file by its path in the project folder, with `/` between segments; the same data gives the same bytes.
 * @throws Error when the data has a gap; see `buildGraph` and `buildCommunities`.
 */
export function makeSample(dataFolder: string): Map<string, Uint8Array> {
  const data = readData(dataFolder);
  const graph = buildGraph(data);
  const tables = tablesOf(graph, buildCommunities(data, graph));
  const encoder = new TextEncoder();
  return new Map([
    ['settings.yaml', encoder.encode(data.settings)],
    ...data.documents.map(({ title, text }): [string, Uint8Array] => [`input/${title}`, encoder.encode(`${text}\n`)]),
    ...[...tables].map(([name, columns]): [string, Uint8Array] => [`output/${name}.parquet`, parquetOf(columns)]),
  ]);
}
