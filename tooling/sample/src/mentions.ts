const HAN = /\p{Script=Han}/u;

/**
 * Says whether a text mentions a thing by one of its names: whole words whatever their case, Chinese names anywhere. The names are
 * compared in NFKC form.
 */
export function mentionsOf(names: readonly string[]): (text: string) => boolean {
  const patterns = names.map((name) => {
    const escaped = name.normalize('NFKC').replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
    return new RegExp(HAN.test(name) ? escaped : String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'iu');
  });
  return (text) => {
    const normal = text.normalize('NFKC');
    return patterns.some((pattern) => pattern.test(normal));
  };
}
