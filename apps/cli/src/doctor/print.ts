import type { Diagnosis, Finding } from '@graphwright/doctor';
import { counted, shown } from '../print/numbers.ts';
import { plainLine } from '../terminal/plain.ts';
import type { Style } from '../terminal/style.ts';
import { fitted } from '../terminal/width.ts';

/** Columns of an id; long ones are hashes, of which the beginning says enough. A UUID is shown whole. */
const ID_WIDTH = 36;
/** Columns of an example's name. */
const NAME_WIDTH = 80;

/** A diagnosis as lines for a person: what hurts, what is worth knowing, what was looked at, and a summary. */
export function diagnosisLines({ index, findings, checked, skipped, tokens }: Diagnosis, style: Style): string[] {
  const bad = findings.filter(({ severity }) => severity === 'hurts');
  const notes = findings.filter(({ severity }) => severity === 'note');
  const touched = [...new Set(bad.flatMap(({ hurts }) => hurts))].toSorted();
  const rows = checked.reduce((sum, { rows: seen }) => sum + seen, 0);
  return [
    style.bold(`${plainLine(index.format)} ${plainLine(index.version)}`) + `  ${plainLine(index.folder)}`,
    style.dim(`fingerprint ${plainLine(index.fingerprint)}; lengths in ${plainLine(tokens)}`),
    ...group('What hurts', bad, style, (text) => style.bad(text)),
    ...group('Worth knowing', notes, style, (text) => style.warning(text)),
    '',
    style.bold('Looked at'),
    `  ${counted(checked.length, 'check')} over ${counted(rows, 'row')}`,
    ...skipped.map(({ check, why }) => `  skipped ${plainLine(check)}: ${plainLine(why)}`),
    '',
    bad.length === 0
      ? style.good(`Nothing hurts; ${counted(notes.length, 'note')}.`)
      : style.bad(`${counted(bad.length, 'finding')} ${bad.length === 1 ? 'hurts' : 'hurt'} (${touched.join(', ')}); ${counted(notes.length, 'note')}.`),
  ];
}

function group(title: string, findings: readonly Finding[], style: Style, paint: (text: string) => string): string[] {
  return findings.length === 0 ? [] : ['', style.bold(title), ...findings.flatMap((finding) => findingLines(finding, style, paint))];
}

function findingLines({ code, part, count, total, meaning, hurts, advice, examples }: Finding, style: Style, paint: (text: string) => string): string[] {
  const place = part === undefined ? '' : ` in ${plainLine(part)}`;
  const whom = hurts.length === 0 ? '' : `  (${hurts.join(', ')})`;
  return [
    `  ${paint(plainLine(code))}${place}  ${shown(count)} of ${shown(total)}${whom}`,
    `    ${plainLine(meaning)}`,
    `    what to do: ${plainLine(advice)}`,
    ...(examples.length === 0 ? [] : [style.dim(`    such as ${examples.map(({ id, name }) => exampleText(plainLine(id), plainLine(name))).join('; ')}`)]),
  ];
}

function exampleText(id: string, name: string): string {
  const known = fitted(name, NAME_WIDTH);
  const short = fitted(id, ID_WIDTH);
  if (id === '' || id === name) return known;
  return name === '' ? short : `${known} [${short}]`;
}
