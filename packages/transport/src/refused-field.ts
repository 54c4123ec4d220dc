import type { ErrorReply } from './fault.ts';

/** How a server says that it does not take a field, as opposed to a fault in the rest of the request. */
const UNSUPPORTED =
  /unsupported|not (?:be )?support|unrecogni[sz]ed|unknown|unexpected|unavailable|deprecated|not (?:permitted|allowed|available|implemented|valid)|extra.?(?:inputs|fields|forbidden)|invalid (?:parameter|argument|field|schema|value)|must be verified|only the default/iu;

/**
 * The field that a reply (400 or 422) says the server does not take, if it is one that the request can do without. Servers that speak one
 * interface differ in a handful of fields; asking once is surer than a table of servers.
 *
 * @param candidates Fields that were sent and that nobody asked for in so many words.
 * @param always Fields that a reply needs only name to have them left out, whatever else it says of them.
 */
export function refusedField({ status, field, body, message, code }: ErrorReply, candidates: readonly string[], always: readonly string[] = []): string | undefined {
  if (status !== 400 && status !== 422) return undefined;
  const named = field === undefined ? undefined : candidates.find((name) => field === name || field.startsWith(`${name}.`));
  if (!UNSUPPORTED.test(`${code ?? ''} ${message}`) && !(named !== undefined && always.includes(named))) return undefined;
  return named ?? (field === undefined ? candidates.find((name) => new RegExp(`\\b${name}\\b`, 'u').test(body)) : undefined);
}
