import { readData, readQuestionList, type QuestionData } from './data.ts';
import { buildGraph } from './graph.ts';

/** A question to the sample, with the text units that answer it. */
export interface SampleQuestion {
  readonly question: string;
  /** What makes it hard: see `questions.yaml`. */
  readonly kind: QuestionData['kind'];
  /** In the order of the listed sources, each once; all are needed where the kind is `two-facts`. */
  readonly textUnitIds: readonly string[];
}

/**
 * Reads the questions to the sample, in the order of the list.
 *
 * @param dataFolder The folder with the texts and lists.
 * @throws Error for a document that is not there, and for a quote that stands in none of its text units or in two.
 */
export function readQuestions(dataFolder: string): SampleQuestion[] {
  const { documents, textUnits } = buildGraph(readData(dataFolder));
  const unitOf = ({ document, quote }: QuestionData['sources'][number]): string => {
    const home = documents.find(({ title }) => title === document);
    if (home === undefined) throw new Error(`There is no document "${document}".`);
    const [unit, ...others] = textUnits.filter(({ documentId, text }) => documentId === home.id && text.includes(quote));
    if (unit === undefined || others.length > 0) throw new Error(`"${quote}" has to stand in exactly one text unit of ${document}.`);
    return unit.id;
  };
  return readQuestionList(dataFolder).map(({ question, kind, sources }) => ({ question, kind, textUnitIds: [...new Set(sources.map(unitOf))] }));
}
