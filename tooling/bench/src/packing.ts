import { memoryKnowledge, type FakeTables } from '@graphwright/conformance';
import { entitiesSection, relationshipsSection, reportsSection, sourcesSection } from '@graphwright/context';
import type { Candidate, Found, PackedWindow, Section } from '@graphwright/contract';
import { createTokenCounter, priorityPolicy } from '@graphwright/token-budget';

const SIZES = { entities: 20, relationships: 200, community_reports: 20, text_units: 100 } as const;
const words = (count: number, seed: number): string => Array.from({ length: count }, (_, word) => `word${(word * 7 + seed) % 997}`).join(' ');
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));

const tables: FakeTables = {
  entities: many(2_000, (n) => ({ id: `entity-${n}`, title: `ENTITY ${n}`, type: 'thing', description: words(60, n) })),
  relationships: many(20_000, (n) => ({ id: `edge-${n}`, sourceId: `entity-${n % 2_000}`, targetId: `entity-${(n * 7) % 2_000}`, description: words(25, n) })),
  community_reports: many(300, (n) => ({ id: `report-${n}`, title: `Report ${n}`, fullContent: words(700, n) })),
  text_units: many(1_000, (n) => ({ id: `unit-${n}`, text: words(220, n) })),
};
const knowledge = memoryKnowledge(tables);
const tokens = createTokenCounter({ specVersion: 'v1', encoding: 'blanks', exact: true, count: (text) => text.split(/\s+/u).length });
const signal = new AbortController().signal;

function found(table: keyof typeof SIZES, prefix: string): Found {
  const candidates = many(SIZES[table], (n): Candidate => ({ table, id: `${prefix}-${n * 3}`, score: 1 / (n + 1), via: [{ by: 'bench', rank: n + 1 }] }));
  return { candidates, dropped: [], caps: [] };
}

const FOUND = {
  entities: found('entities', 'entity'),
  relationships: found('relationships', 'edge'),
  reports: found('community_reports', 'report'),
  sources: found('text_units', 'unit'),
};

async function sections(): Promise<readonly Section[]> {
  return Promise.all([
    sourcesSection({ knowledge, tokens, found: FOUND.sources, floor: 2 }),
    entitiesSection({ knowledge, tokens, found: FOUND.entities, cap: 2_000 }),
    relationshipsSection({ knowledge, tokens, found: FOUND.relationships, cap: 4_000 }),
    reportsSection({ knowledge, tokens, found: FOUND.reports, cap: 3_000 }),
  ]);
}

async function pack(offered: readonly Section[]): Promise<readonly PackedWindow[]> {
  return priorityPolicy().pack({ sections: offered, tokens: 40_000, separatorTokens: 1, maxWindows: 1, signal });
}

async function render(windows: readonly PackedWindow[]): Promise<number> {
  let length = 0;
  for (const filled of windows.flatMap((window) => window.filled)) for (const text of await filled.render()) length += text.length;
  return length;
}

async function median(work: () => Promise<unknown>, runs = 400): Promise<number> {
  for (let warm = 0; warm < 200; warm++) await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = process.hrtime.bigint();
    await work();
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  return times.toSorted((a, b) => a - b)[runs >> 1] ?? 0;
}

const first = await pack(await sections());
const made = await median(sections);
const all = await median(async () => pack(await sections()));
const offered = await sections();
const again = await median(async () => pack(offered));
const printed = await median(async () => render(await pack(await sections())));
const counted = first.flatMap((window) => window.filled).map((filled) => `${filled.rest.name} ${filled.items}`).join(', ');
process.stdout.write(
  [
    `packed: ${counted}, ${await render(first)} characters`,
    `making four sections               ${made.toFixed(3)} ms`,
    `making and packing, counts known   ${all.toFixed(3)} ms`,
    `packing the same sections again    ${again.toFixed(3)} ms`,
    `making, packing and printing       ${printed.toFixed(3)} ms`,
    '',
  ].join('\n'),
);
