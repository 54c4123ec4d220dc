/**
 * Takes out the citation marks that an indexing model wrote into a text (`[Data: Entities (1, 25); Relationships (3, +more)]`),
 * with the blanks before them: their ids are not in the window and would be cited as if they were.
 */
export function stripCitationMarks(text: string): string {
  return text.replaceAll(/[ \t]*\[\s*(?:data|records?)\s*:[^[\]]*\]/giu, '');
}
