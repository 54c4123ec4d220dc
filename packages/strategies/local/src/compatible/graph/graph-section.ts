import {
  recordKey,
  type Allowance,
  type Candidate,
  type Cap,
  type Dropped,
  type Filled,
  type FilledPart,
  type IncludedEntry,
  type Section,
  type SectionEntry,
  type UndoneEntry,
} from '@graphwright/contract';
import type { Neighbour, NumberedRecord } from '../memo/records.ts';
import type { CompatibleOptions } from '../options.ts';
import type { SelectedEntity } from '../selection.ts';
import type { CountedRows, RowKey } from './counted-rows.ts';
import { linksVariant, PLAIN, type PrintedPart } from './printers.ts';
import { RelationshipSteps, type RelationshipStep } from './relationship-steps.ts';

/** What the graph section is made of. */
export interface GraphRequest {
  readonly entities: readonly SelectedEntity[];
  /** One for one with the entities, each in the order of `compareNeighbours`. */
  readonly neighbourhoods: readonly (readonly Neighbour[])[];
  readonly claims: readonly (readonly NumberedRecord[])[];
  /** Whether the index has claims at all: without, the part has no heading. */
  readonly hasClaims: boolean;
  readonly options: Pick<CompatibleOptions, 'relationshipRankingAttribute' | 'topKRelationships'>;
  readonly parts: { readonly entities: PrintedPart; readonly relationships: PrintedPart; readonly claims: PrintedPart };
  /** Tokens of a heading. */
  readonly count: (heading: string) => number;
  readonly dropped: readonly Dropped[];
  readonly known: ReadonlySet<string>;
}

interface Entry extends SectionEntry {
  tokens: number | undefined;
  /** Its row as it was taken last: one step after the other lists nearly the same. */
  taken: Taken | undefined;
}

/** A row that fits. */
interface Taken extends RowKey, IncludedEntry {}

/** Rows as far as they fit. */
interface Column {
  readonly heading: string;
  readonly taken: readonly Taken[];
  /** Heading and rows. */
  readonly tokens: number;
}

interface Step {
  readonly relationships: Column | undefined;
  readonly claims: Column | undefined;
}

/** Rows whose counts are missing: they are read, and the fill begins anew. */
class Uncounted {
  readonly rows: CountedRows;
  readonly keys: readonly RowKey[];

  constructor(rows: CountedRows, keys: readonly RowKey[]) {
    this.rows = rows;
    this.keys = keys;
  }
}

/**
 * GraphRAG's graph: the entities as far as they fit; then, entity by entity, the relationships and claims of all entities so
 * far, each filled up to the whole allowance. The first step that passes the allowance together with the entities is undone, and
 * ends the walk; the step before it stands. Three parts in one section, since they share an allowance and a step.
 */
export class GraphSection implements Section {
  readonly name = 'graph';
  readonly dropped: readonly Dropped[];
  readonly caps: Cap[] = [];
  readonly #request: GraphRequest;
  readonly #selected: ReadonlySet<string>;
  readonly #entities: readonly Entry[];
  readonly #relationships = new Map<string, Entry>();
  readonly #claims = new Map<string, Entry>();
  /** Relationships and claims as they were first listed. */
  readonly #listed: Entry[] = [];

  constructor(request: GraphRequest) {
    this.#request = request;
    this.dropped = request.dropped;
    this.#selected = new Set(request.entities.map(({ record }) => record.id));
    this.#entities = request.entities.map(({ candidate, record }) => entryOf('entities', candidate, record));
  }

  /** Relationships and claims are listed while the section is filled. */
  get entries(): readonly SectionEntry[] {
    return [...this.#entities, ...this.#listed];
  }

  fill(allowance: Allowance): Filled | Promise<Filled> {
    const filled = this.#fill(allowance);
    return filled instanceof Uncounted ? filled.rows.readToCount(filled.keys).then(() => this.fill(allowance)) : filled;
  }

  #fill({ tokens, items }: Allowance): Filled | Uncounted {
    const { parts, count } = this.#request;
    const heading = parts.entities.heading(PLAIN);
    const offered = this.#entities.filter((entry) => !this.#isKnown(entry)).slice(0, items ?? Infinity);
    const entities = takeRows(parts.entities.rows, heading, count(heading), offered, plain, tokens);
    if (entities instanceof Uncounted) return entities;
    // Under a number of rows only entities go in: a step brings rows in one go.
    const walked = items === undefined ? this.#walk(tokens, entities.tokens) : { kept: undefined, undone: [] };
    return walked instanceof Uncounted ? walked : this.#filled(entities, walked.kept, [...walked.undone, ...this.#alreadyKnown()], tokens);
  }

  #walk(tokens: number, entityTokens: number): { readonly kept: Step | undefined; readonly undone: readonly UndoneEntry[] } | Uncounted {
    const { entities, neighbourhoods, options } = this.#request;
    const steps = new RelationshipSteps(options.relationshipRankingAttribute, options.topKRelationships);
    let kept: Step | undefined;
    let cap: Cap | undefined;
    const undone: UndoneEntry[] = [];
    const claims: Entry[] = [];
    for (const [row, { record }] of entities.entries()) {
      const listed = steps.add(record.id, neighbourhoods[row] ?? []);
      claims.push(...this.#claimRows(row));
      const relationships = this.#takeRelationships(listed, tokens);
      if (relationships instanceof Uncounted) return relationships;
      const claimed = this.#takeClaims(claims, tokens);
      if (claimed instanceof Uncounted) return claimed;
      const step = { relationships, claims: claimed };
      cap = listed.outward > Math.max(1, listed.limit) ? { by: 'local-compatible.topKRelationships', limit: listed.limit, total: listed.outward } : undefined;
      if (entityTokens + (relationships?.tokens ?? 0) + (claimed?.tokens ?? 0) > tokens) {
        undone.push(...newIn('relationships', relationships, kept?.relationships), ...newIn('claims', claimed, kept?.claims));
        break;
      }
      kept = step;
    }
    this.caps.length = 0;
    if (cap !== undefined) this.caps.push(cap);
    return { kept, undone };
  }

  #takeRelationships({ listed }: RelationshipStep, tokens: number): Column | undefined | Uncounted {
    const { parts, count } = this.#request;
    // GraphRAG leaves the column out or in by its first relationship alone.
    const marked = listed[0]?.links !== undefined;
    const offered: Entry[] = [];
    const variants: string[] = [];
    for (const { relationship, links } of listed) {
      const entry = this.#relationship(relationship);
      if (this.#isKnown(entry)) continue;
      offered.push(entry);
      variants.push(marked ? linksVariant(links) : PLAIN);
    }
    if (offered.length === 0) return undefined;
    const heading = parts.relationships.heading(marked ? linksVariant(undefined) : PLAIN);
    return takeRows(parts.relationships.rows, heading, count(heading), offered, (row) => variants[row] ?? PLAIN, tokens);
  }

  #takeClaims(offered: readonly Entry[], tokens: number): Column | undefined | Uncounted {
    const { parts, count, hasClaims } = this.#request;
    if (!hasClaims) return undefined;
    const heading = parts.claims.heading(PLAIN);
    return takeRows(parts.claims.rows, heading, count(heading), offered, plain, tokens);
  }

  #claimRows(row: number): Entry[] {
    const { entities, claims } = this.#request;
    const seed = { table: 'entities', id: entities[row]?.record.id ?? '' };
    const offered: Entry[] = [];
    for (const claim of claims[row] ?? []) {
      // An entity that stands twice brings its claims twice.
      const key = `${row} ${claim.id}`;
      const entry = this.#claims.get(key) ?? this.#list(this.#claims, key, 'claims', { table: 'covariates', id: claim.id, via: [{ by: 'claims', seed }] }, claim);
      if (!this.#isKnown(entry)) offered.push(entry);
    }
    return offered;
  }

  #relationship(relationship: Neighbour): Entry {
    const { id, outer } = relationship;
    const known = this.#relationships.get(id);
    if (known !== undefined) return known;
    const by = this.#selected.has(outer) ? 'in-network' : 'out-network';
    const score = relationship[this.#request.options.relationshipRankingAttribute];
    return this.#list(this.#relationships, id, 'relationships', { table: 'relationships', id, score, via: [{ by }] }, relationship);
  }

  #list(entries: Map<string, Entry>, key: string, section: string, candidate: Candidate, record: NumberedRecord): Entry {
    const entry = entryOf(section, candidate, record);
    entries.set(key, entry);
    this.#listed.push(entry);
    return entry;
  }

  #alreadyKnown(): UndoneEntry[] {
    return this.entries
      .filter((entry) => this.#isKnown(entry))
      .map((entry) => ({ section: entry.section ?? this.name, entry, reason: 'already-known' }));
  }

  #isKnown({ candidate }: SectionEntry): boolean {
    return this.#request.known.size > 0 && this.#request.known.has(recordKey(candidate));
  }

  #filled(entities: Column, step: Step | undefined, undone: readonly UndoneEntry[], allowance: number): Filled {
    const columns: [string, Column | undefined][] =
      step === undefined ? [['entities', entities]] : [['entities', entities], ['relationships', step.relationships], ['claims', step.claims]];
    const parts = columns.map(([name, column]): FilledPart => ({ name, tokens: column?.tokens ?? 0, included: column?.taken ?? [] }));
    const tokens = parts.reduce((sum, part) => sum + part.tokens, 0);
    const placed = new Set<SectionEntry>([...parts.flatMap(({ included }) => included.map(({ entry }) => entry)), ...undone.map(({ entry }) => entry)]);
    return {
      parts,
      tokens,
      items: parts.reduce((sum, { included }) => sum + included.length, 0),
      undone,
      ...(tokens > allowance ? { overrun: 'the heading of the entities stands' } : {}),
      rest: new GraphRest(this.entries.filter((entry) => !placed.has(entry))),
      render: () => this.#render(entities, step),
    };
  }

  async #render(entities: Column, step: Step | undefined): Promise<string[]> {
    const { parts } = this.#request;
    const text = async ({ rows }: PrintedPart, column: Column | undefined): Promise<string> =>
      column === undefined ? '' : column.heading + (await rows.print(column.taken));
    // Parts are joined by a blank line whether they hold anything or not, and without a step nothing follows the last one.
    const first = await text(parts.entities, entities);
    if (step === undefined) return [`${first}${BETWEEN}`];
    return [first, BETWEEN + (await text(parts.relationships, step.relationships)), BETWEEN + (await text(parts.claims, step.claims))];
  }
}

const BETWEEN = '\n\n';

/** What a window did not take of the graph: it waits, and no further window walks on with it, since GraphRAG has but one. */
class GraphRest implements Section {
  readonly name = 'graph';
  readonly dropped: readonly Dropped[] = [];
  readonly caps: readonly Cap[] = [];
  readonly entries: readonly SectionEntry[];

  constructor(entries: readonly SectionEntry[]) {
    this.entries = entries;
  }

  fill(): Filled {
    return { parts: [{ name: this.name, tokens: 0, included: [] }], tokens: 0, items: 0, undone: [], rest: this, render: () => [''] };
  }
}

function plain(): string {
  return PLAIN;
}

/** Takes rows in order until the first that does not fit, each in the variant of its place. */
function takeRows(
  rows: CountedRows,
  heading: string,
  headingTokens: number,
  offered: readonly Entry[],
  variantOf: (row: number) => string,
  allowance: number,
): Column | Uncounted {
  const taken: Taken[] = [];
  let tokens = headingTokens;
  for (const [row, entry] of offered.entries()) {
    const one = rowOf(entry, variantOf(row), rows);
    if (one === undefined) return new Uncounted(rows, offered.slice(row).map(({ candidate: { id } }, next) => ({ id, variant: variantOf(row + next) })));
    entry.tokens = one.tokens;
    if (tokens + one.tokens > allowance) break;
    tokens += one.tokens;
    taken.push(one);
  }
  return { heading, taken, tokens };
}

/** The row of an entry, or undefined where it has to be read before it can be counted. */
function rowOf(entry: Entry, variant: string, rows: CountedRows): Taken | undefined {
  if (entry.taken?.variant === variant) return entry.taken;
  const { id } = entry.candidate;
  const tokens = rows.cost({ id, variant });
  if (tokens === undefined) return undefined;
  entry.taken = { id, variant, entry, tokens };
  return entry.taken;
}

/** What an undone step had taken and the step before it had not. */
function newIn(section: string, undone: Column | undefined, kept: Column | undefined): UndoneEntry[] {
  const before = new Set(kept?.taken.map(({ entry }) => entry));
  return (undone?.taken ?? []).flatMap(({ entry }) => (before.has(entry) ? [] : [{ section, entry, reason: 'step-undone' }]));
}

function entryOf(section: string, candidate: Candidate, { humanReadableId, label }: NumberedRecord): Entry {
  return { section, candidate, humanReadableId, label, tokens: undefined, taken: undefined };
}
