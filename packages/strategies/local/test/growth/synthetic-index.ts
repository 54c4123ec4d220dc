import { memoryKnowledge, vectorSource, type FakeTables } from '@graphwright/conformance';
import type { MadeIndex } from './made-index.ts';

const DIMENSIONS = 16;

/**
 * An index of N entities, 10 N relationships whose degrees fall off as in real graphs, N / 2 text units and N / 8 communities with a
 * report each. Made by arithmetic alone: the same one every time.
 */
export function syntheticIndex(entities: number): MadeIndex {
  const names = Array.from({ length: entities }, (_, row) => `e${row}`);
  const units = Math.floor(entities / 2);
  const communities = Math.floor(entities / 8);
  const neighbours = Array.from({ length: entities * 10 }, (_, row): [number, number] => {
    const source = row % entities;
    // Half of the edges stay near, half lead to one of the first entities, the earlier the likelier.
    const near = (source + 1 + (row % 7)) % entities;
    const hub = Math.floor(entities * ((mixed(row) % 1000) / 1000) ** 4);
    return [source, row % 2 === 0 ? near : hub];
  });
  const unitsOf = names.map((_, row) => [...new Set([row % units, (row * 3 + 1) % units, (row * 5 + 2) % units])].map((unit) => `t${unit}`));
  const degrees = new Map<number, number>();
  for (const [source, target] of neighbours) {
    degrees.set(source, (degrees.get(source) ?? 0) + 1);
    degrees.set(target, (degrees.get(target) ?? 0) + 1);
  }
  const tables: FakeTables = {
    entities: names.map((id, row) => ({
      id,
      title: `THING ${row}`,
      description: `What there is to say about thing ${row}.`,
      degree: degrees.get(row) ?? 0,
      communityIds: [`c${row % communities}`],
      textUnitIds: unitsOf[row] ?? [],
    })),
    relationships: neighbours.map(([source, target], row) => ({
      id: `r${row}`,
      sourceId: `e${source}`,
      targetId: `e${target}`,
      description: `Thing ${source} bears on thing ${target}.`,
      weight: 1 + (row % 5),
      combinedDegree: (degrees.get(source) ?? 0) + (degrees.get(target) ?? 0),
      textUnitIds: [`t${row % units}`],
    })),
    text_units: Array.from({ length: units }, (_, row) => ({ id: `t${row}`, text: `Text ${row} tells of several things at once, one after another.`, relationshipIds: [`r${row}`, `r${row + units}`] })),
    communities: Array.from({ length: communities }, (_, row) => ({ id: `c${row}`, level: row % 3 })),
    community_reports: Array.from({ length: communities }, (_, row) => ({ id: `p${row}`, communityId: `c${row}`, level: row % 3, title: `Report ${row}`, fullContent: `Report ${row} sums up its community.`, rank: row % 10 })),
  };
  const rows = names.map((id, row) => ({ id, vector: Array.from({ length: DIMENSIONS }, (_, place) => Math.cos((row + 1) * (place + 1))) }));
  return {
    index: {
      knowledge: memoryKnowledge(tables),
      vectors: [vectorSource({ dimensions: DIMENSIONS, rows })],
      vectorLocations: [],
      warnings: [],
      source: { format: 'made', version: '1', folder: '' },
    },
    dims: DIMENSIONS,
    queries: [0, 333, 999].map((row) => ({ text: `What is THING ${row}?`, entity_ids: [`e${row}`, `e${(row * 2) % entities}`] })),
  };
}

/** A number that looks like chance (the finaliser of MurmurHash3). */
function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
