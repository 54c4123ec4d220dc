import type { Random } from '@graphwright/contract';
import type { Clock } from '../clock.ts';

/** Milliseconds; why these is told in the decision on who tries again. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 20_000;

/**
 * Waits before the next attempt: half a second, doubled each time, up to 20 s, and up to as much again by chance.
 *
 * @param least Milliseconds that the other side asked for: never less.
 */
export async function backOff(attempt: number, least: number, random: Random, clock: Clock, signal: AbortSignal): Promise<void> {
  await clock.wait(Math.max(least, Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1)) * (1 + random.next())), signal);
}
