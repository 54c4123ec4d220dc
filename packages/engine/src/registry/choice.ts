import { isRef, refTo, type Kind, type Ref } from '@graphwright/contract';

/** How a user names a plugin: an id, `id@range`, `{ use, …its options }`, or a ref. */
export type Choice<P> = string | { readonly use: string; readonly [option: string]: unknown } | Ref<P>;

/** The ref of a choice. */
export function refOf<P>(kind: Kind<P>, choice: Choice<P>): Ref<P> {
  if (typeof choice === 'string') return refTo(kind, choice);
  if (isRef(choice)) return refTo(kind, choice.use, choice.options);
  const { use, ...options } = choice;
  return refTo(kind, use, options);
}

/** What a part of an engine may be given as: a plugin's name, or the port itself. A port is told from a name by its kind. */
export function portOr<P>(kind: Kind<P>, given: Choice<P> | P): { readonly port: P } | { readonly ref: Ref<P> } {
  if (typeof given !== 'string' && kind.check(given)) return { port: given };
  // What is no port of the kind is a name; the registry says so when it is neither.
  return { ref: refOf(kind, given as Choice<P>) };
}
