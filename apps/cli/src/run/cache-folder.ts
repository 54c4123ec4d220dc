import { join } from 'node:path';

/** Where this program may keep what is worked out once for an index: the user's cache folder; undefined where the environment names none. */
export function cacheFolder(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const { XDG_CACHE_HOME: cache, LOCALAPPDATA: local, HOME: home } = environment;
  const base = named(cache) ?? named(local) ?? (named(home) === undefined ? undefined : join(home ?? '', '.cache'));
  return base === undefined ? undefined : join(base, 'graphwright');
}

function named(folder: string | undefined): string | undefined {
  return folder === '' ? undefined : folder;
}
