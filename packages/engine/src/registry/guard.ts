import { GraphwrightError, isGraphwrightError, messageOf, type Kind } from '@graphwright/contract';
import type { ResolvedPlugin } from './tree.ts';

/** A plugin as errors name it. */
export function nameOf({ plugin }: ResolvedPlugin): string {
  return `${plugin.id}@${plugin.version}`;
}

/**
 * Makes the port of a plugin.
 *
 * @throws GraphwrightError `plugin-invalid` when it is none of the kind; `plugin-failed`.
 */
export function createPort<P>(kind: Kind<P>, resolved: ResolvedPlugin): P {
  let port: unknown;
  try {
    port = resolved.resolution.create();
  } catch (error) {
    throw pluginFailed(nameOf(resolved), error);
  }
  if (kind.check(port)) return port;
  throw new GraphwrightError({
    code: 'plugin-invalid',
    message: `${nameOf(resolved)} does not make a ${kind.name}.`,
    where: { plugin: nameOf(resolved) },
  });
}

/** The error for a plugin that fails in a way of its own: names it, and keeps what it threw as cause. Errors of the house pass. */
export function pluginFailed(plugin: string, error: unknown): GraphwrightError {
  if (isGraphwrightError(error)) return error;
  return new GraphwrightError({
    code: 'plugin-failed',
    message: `The plugin ${plugin} fails: ${messageOf(error)}`,
    where: { plugin },
    next: 'Tell its author, with the cause of this error.',
    cause: error,
  });
}

/** A port whose functions name its plugin when they fail, at once or later. Everything else is the port's own. */
export function guarded<P>(port: P, plugin: string): P {
  if (typeof port !== 'object' || port === null) return port;
  return new Proxy(port, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]): unknown => {
        try {
          const result: unknown = Reflect.apply(value, target, given);
          if (!(result instanceof Promise)) return result;
          return result.then(undefined, (error: unknown) => {
            throw pluginFailed(plugin, error);
          });
        } catch (error) {
          throw pluginFailed(plugin, error);
        }
      };
    },
  });
}
