import type { Answer, CostEntry, Failure, LedgerEntry, RunEvent, Warning, Window } from '@graphwright/contract';
import { compareStages } from './stage-path.ts';

/** A cap as the ledger holds it. */
export type LedgerCap = Answer['ledger']['caps'][number];

/** What became known of a model while it was called. */
export interface ModelUse {
  readonly kind: Answer['provenance']['models'][number]['kind'];
  readonly model: string;
  readonly temperature?: number;
  readonly seed?: number;
  readonly dropped: readonly string[];
  readonly fingerprint?: string;
  readonly notice?: string;
}

interface Placed<T> {
  readonly stage: string;
  readonly position: number;
  readonly value: T;
}

/** Values that are entered in any order and read in the order of stages, within a stage by the position that was taken for them. */
class Placings<T> {
  readonly #placed: Placed<T>[] = [];

  add(place: Place, value: T): void {
    this.#placed.push({ stage: place.stage, position: place.position, value });
  }

  /** In order; values of one place as they were entered. */
  get values(): T[] {
    return this.#placed.toSorted((a, b) => compareStages(a.stage, b.stage) || a.position - b.position).map(({ value }) => value);
  }
}

/** Where something stands in a run: its stage, and its position there, from 1 in the order in which the stage began things. */
export interface Place {
  readonly stage: string;
  readonly position: number;
}

/** Everything that a run leaves behind. One run has one; nothing in it outlives the run. */
export class RunRecord {
  readonly windows = new Placings<Window>();
  readonly entries = new Placings<LedgerEntry>();
  readonly caps = new Placings<LedgerCap>();
  readonly cost = new Placings<CostEntry>();
  readonly failures = new Placings<Failure>();
  readonly warnings = new Placings<Warning>();
  readonly details = new Placings<Answer['details'][number]>();
  readonly models = new Placings<ModelUse>();
  /** The text of the answer so far. */
  text = '';
  /** Window id → window, as it was opened. */
  readonly opened = new Map<string, Window>();
  /** Window id → the prompt that it was first sent with. */
  readonly calls = new Map<string, string>();
  readonly #emit: (event: RunEvent) => void;
  readonly #failed = new Set<Failure>();
  readonly #positions = new Map<string, number>();
  readonly #packings = new Map<string, number>();

  constructor(emit: (event: RunEvent) => void) {
    this.#emit = emit;
  }

  /** Takes the next position of a stage. */
  place(stage: string): Place {
    const position = (this.#positions.get(stage) ?? 0) + 1;
    this.#positions.set(stage, position);
    return { stage, position };
  }

  /** Takes the next number of a stage's packings. */
  packing(stage: string): number {
    const number = (this.#packings.get(stage) ?? 0) + 1;
    this.#packings.set(stage, number);
    return number;
  }

  emit(event: RunEvent): void {
    this.#emit(event);
  }

  /** Enters a failure; the same object only once. */
  fail(place: Place, failure: Failure): void {
    if (this.#failed.has(failure)) return;
    this.#failed.add(failure);
    const { stage, call, layer, code, message, attempts, effect } = failure;
    const plain = { stage, call, layer, code, message, attempts, effect };
    this.failures.add(place, plain);
    this.emit({ type: 'failure', failure: plain });
  }

  warn(place: Place, warning: Warning): void {
    this.warnings.add(place, warning);
    this.emit({ type: 'warning', warning });
  }

  open(place: Place, window: Window): void {
    this.opened.set(window.id, window);
    this.windows.add(place, window);
    this.emit({ type: 'window', window });
  }

  addText(text: string): void {
    this.text += text;
    this.emit({ type: 'text', text });
  }
}
