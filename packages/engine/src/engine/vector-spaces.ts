import { GraphwrightError, kinds, suggestion, type OpenedIndex, type Ref, type VectorIndex, type VectorStore } from '@graphwright/contract';
import { createPort, guarded, nameOf } from '../registry/guard.ts';
import type { ResolvedPlugin } from '../registry/tree.ts';

interface Store {
  readonly plugin: ResolvedPlugin;
  readonly port: VectorStore;
  readonly spaces: readonly string[];
}

interface OpenedSpace {
  readonly index: VectorIndex;
  readonly store: ResolvedPlugin;
}

/** The vector spaces of an index, each opened once, by the first store that offers it, and shared by all runs. */
export class VectorSpaces {
  readonly #index: OpenedIndex;
  readonly #stores: readonly Store[];
  readonly #opened = new Map<string, Promise<OpenedSpace>>();
  readonly #closing = new AbortController();

  /** @throws GraphwrightError `plugin-invalid`, or a store's own error. */
  constructor(index: OpenedIndex, references: readonly Ref<VectorStore>[], resolve: (reference: Ref<unknown>) => ResolvedPlugin) {
    this.#index = index;
    this.#stores = references.map((reference) => {
      const plugin = resolve(reference);
      const port = guarded(createPort(kinds.vectorStore, plugin), nameOf(plugin));
      return { plugin, port, spaces: port.spaces(index) };
    });
  }

  /** Every space that a store offers, each once. */
  get names(): readonly string[] {
    return [...new Set(this.#stores.flatMap(({ spaces }) => spaces))];
  }

  /** @throws GraphwrightError `space-missing`, or what the store throws; a space that failed is tried anew the next time. */
  open(space: string): Promise<OpenedSpace> {
    const known = this.#opened.get(space);
    if (known !== undefined) return known;
    const opening = this.#open(space);
    this.#opened.set(space, opening);
    opening.catch(() => this.#opened.delete(space));
    return opening;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The engine was closed.'));
    const opened = await Promise.allSettled(this.#opened.values());
    this.#opened.clear();
    await Promise.all(opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value.index.close()] : [])));
  }

  async #open(space: string): Promise<OpenedSpace> {
    const store = this.#stores.find(({ spaces }) => spaces.includes(space));
    if (store === undefined) throw this.#missing(space);
    return { index: await store.port.open({ index: this.#index, space, signal: this.#closing.signal }), store: store.plugin };
  }

  #missing(space: string): GraphwrightError {
    const elsewhere = this.#index.vectorLocations.find((location) => location.space === space);
    if (elsewhere !== undefined) {
      return new GraphwrightError({
        code: 'space-missing',
        message: `The vectors of "${space}" lie in a ${elsewhere.format} database, and no vector store that opens it is registered.`,
        where: { file: elsewhere.path, table: elsewhere.name },
        next: `Install @graphwright/vector-store-${elsewhere.format} and register its plugin.`,
      });
    }
    return new GraphwrightError({
      code: 'space-missing',
      message: `The index has no vectors of "${space}".`,
      next: this.names.length === 0 ? 'It has no vectors at all.' : suggestion(space, this.names),
    });
  }
}
