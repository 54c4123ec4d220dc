import { RecordMap, type Candidate, type TableName, type Via } from '@graphwright/contract';

/** Records that were reached in several ways: each once, with all of its ways, in the order in which they were first reached. */
export class Reached {
  readonly #records = new RecordMap<{ readonly table: string; readonly id: string; readonly via: Via[] }>();

  /** Adds a way to a record. Returns whether it is the first. */
  add(table: TableName, id: string, via: Via): boolean {
    const fresh = { table, id, via: [via] };
    const record = this.#records.get(fresh);
    if (record === undefined) this.#records.set(fresh, fresh);
    else record.via.push(via);
    return record === undefined;
  }

  /** Whether a record was reached. */
  has(table: TableName, id: string): boolean {
    return this.#records.has({ table, id });
  }

  /** The records, without scores. */
  get candidates(): readonly Candidate[] {
    return this.#records.values;
  }
}
