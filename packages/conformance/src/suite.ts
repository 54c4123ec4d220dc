import { GraphwrightError, messageOf } from '@graphwright/contract';
import { describe, it } from 'vitest';

/** One thing that a port must do. `run` throws when it does not. */
export interface ConformanceCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** Everything that a port must do, for one subject. */
export interface ConformanceSuite {
  readonly name: string;
  readonly cases: readonly ConformanceCase[];
}

/** Registers a suite with vitest, one test a case. Call it at the top of a test file. */
export function registerSuite(suite: ConformanceSuite): void {
  describe(suite.name, () => {
    for (const { name, run } of suite.cases) it(name, run);
  });
}

/** Runs a suite without a test runner and gives the names of the cases that failed, with why. */
export async function failuresOf(suite: ConformanceSuite): Promise<{ readonly name: string; readonly error: unknown }[]> {
  const failures: { name: string; error: unknown }[] = [];
  for (const { name, run } of suite.cases) {
    try {
      await run();
    } catch (error) {
      failures.push({ name, error });
    }
  }
  return failures;
}

/**
 * Demands a condition.
 *
 * @throws GraphwrightError `conformance-failed` with the sentence, when the condition does not hold.
 */
export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new GraphwrightError({ code: 'conformance-failed', message });
}

/**
 * Demands that two values have the same JSON.
 *
 * @throws GraphwrightError `conformance-failed` with both values, when they differ.
 */
export function checkEqual(found: unknown, expected: unknown, what: string): void {
  const [foundText, expectedText] = [JSON.stringify(found), JSON.stringify(expected)];
  if (foundText === expectedText) return;
  throw new GraphwrightError({
    code: 'conformance-failed',
    message: `${what} is not what it must be.`,
    expected: expectedText,
    found: foundText,
  });
}

/**
 * Checks that work fails with an error of the house.
 *
 * @returns its message.
 * @throws GraphwrightError `conformance-failed` when it does not fail, or with another code.
 */
export async function checkFails(work: () => Promise<unknown>, code: string): Promise<string> {
  let thrown: unknown;
  try {
    await work();
  } catch (error) {
    thrown = error;
  }
  check(thrown !== undefined, `Nothing was thrown, where ${code} is due.`);
  const found = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
  const message = messageOf(thrown);
  check(found === code, `Thrown was "${message}", where an error with code ${code} is due.`);
  return message;
}
