const MARKS = /\[Data:([^\]]*)\]/giu;
const GROUP = /(entities|relationships)\s*\(([^)]*)\)/giu;

/**
 * The numbers that a report cites, as GraphRAG has its reports written: `[Data: Entities (5, 8); Relationships (3, +more)]`.
 *
 * @returns Each number once, in the order of the text.
 */
export function citedNumbers(text: string): { entities: string[]; relationships: string[] } {
  const entities = new Set<string>();
  const relationships = new Set<string>();
  for (const [, inside = ''] of text.matchAll(MARKS)) {
    for (const [, section = '', list = ''] of inside.matchAll(GROUP)) {
      const found = section.toLowerCase() === 'entities' ? entities : relationships;
      for (const part of list.split(',')) if (/^\s*\d+\s*$/u.test(part)) found.add(part.trim());
    }
  }
  return { entities: [...entities], relationships: [...relationships] };
}
