import { GraphwrightError, isGraphwrightError, messageOf, type ErrorDescription, type ErrorReport } from '@graphwright/contract';

/** Adds where the options of a plugin are listed to an error about one of them. */
export function withHelp(error: unknown): unknown {
  if (!isGraphwrightError(error) || !error.code.startsWith('option-')) return error;
  const id = error.where?.plugin?.split('@')[0];
  if (id === undefined || error.next?.endsWith('has no options.') === true) return error;
  const next = `${error.next?.replace(/^See the options of .*$/u, '') ?? ''} "graphwright options ${id}" lists its options.`.trim();
  return changed(error, { next });
}

/**
 * Names a folder as the user did wherever an error names it by its whole path.
 *
 * @param given As it stands among the arguments; undefined where it does not.
 */
export function withFolderAsGiven(error: unknown, folder: string, given: string | undefined): unknown {
  if (!isGraphwrightError(error) || given === undefined || given === folder) return error;
  const { summary: message, expected, found, where, next } = error;
  const whole = new RegExp(`${folder.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)}(?![\\p{L}\\p{N}_-])`, 'gu');
  const named = (text: string): string => text.replaceAll(whole, () => given);
  return changed(error, {
    message: named(message),
    ...(expected === undefined ? {} : { expected: named(expected) }),
    ...(found === undefined ? {} : { found: named(found) }),
    ...(where?.file === undefined ? {} : { where: { ...where, file: named(where.file) } }),
    ...(next === undefined ? {} : { next: named(next) }),
  });
}

/** What was thrown, as `--json` prints it. */
export function errorReport(error: unknown): ErrorReport {
  if (!isGraphwrightError(error)) return { status: 'failed', error: { code: 'unexpected', message: messageOf(error), next: 'This should not happen. Report it.' } };
  const { cause: _, transport: __, ...told } = described(error);
  return { status: 'failed', error: told };
}

function changed(error: GraphwrightError, changes: Partial<ErrorDescription>): GraphwrightError {
  return new GraphwrightError({ ...described(error), ...changes });
}

function described(error: GraphwrightError): ErrorDescription {
  const { code, summary: message, expected, found, where, next, transport } = error;
  return {
    code,
    message,
    cause: error,
    ...(expected === undefined ? {} : { expected }),
    ...(found === undefined ? {} : { found }),
    ...(where === undefined ? {} : { where }),
    ...(next === undefined ? {} : { next }),
    ...(transport === undefined ? {} : { transport }),
  };
}
