import type { ModelRequest } from '@graphwright/contract';

const QUESTION_KEYS = ['question', 'query', 'searchQuery', 'globalQuery'];

/** The question of a request: the prompt's input under one of its usual names, else the last user message. */
export function questionOf(request: ModelRequest): string {
  const input = inputOf(request);
  for (const key of QUESTION_KEYS) {
    const value = input[key];
    if (typeof value === 'string') return value;
  }
  return request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

/**
 * What can be quoted: the window, else the longest text of the input that is not the question (prompts that judge one report
 * take it as input). Undefined when there is neither.
 */
export function evidenceOf(request: ModelRequest): string | undefined {
  if (request.prompt.window !== undefined) return request.prompt.window;
  const question = questionOf(request);
  const texts = Object.entries(inputOf(request))
    .filter(([key]) => !QUESTION_KEYS.includes(key) && !/^(?:responseType|history)$/u.test(key))
    .map(([, value]) => value)
    .filter((value): value is string => typeof value === 'string' && value !== question);
  return texts.toSorted((a, b) => b.length - a.length)[0];
}

/** How long the answer should be. */
export interface AnswerShape {
  /** At most so many sentences. */
  readonly sentences: number;
  readonly layout: 'paragraphs' | 'list';
}

/** The shape that a response type asks for, in words (`Single Sentence`, `List of 3-7 Points`, `Multiple Paragraphs` …). */
export function shapeOf(request: ModelRequest, most: number): AnswerShape {
  const value = inputOf(request)['responseType'];
  const type = typeof value === 'string' ? value.toLowerCase() : '';
  const layout = /list|point|bullet|列表|要点/u.test(type) ? 'list' : 'paragraphs';
  const stated = /\d+(?!.*\d)/u.exec(type)?.[0];
  if (/sentence|一句/u.test(type) && !/multiple|few|several/u.test(type)) return { sentences: Math.min(Number(stated ?? 1), most), layout };
  if (layout === 'list' && stated !== undefined) return { sentences: Math.max(1, Math.min(Number(stated), most)), layout };
  if (/single paragraph|one paragraph|short|brief/u.test(type)) return { sentences: Math.min(3, most), layout };
  return { sentences: most, layout };
}

function inputOf(request: ModelRequest): Readonly<Record<string, unknown>> {
  const { input } = request.prompt;
  return typeof input === 'object' && input !== null ? Object.fromEntries(Object.entries(input)) : {};
}
