/** Which words are left out: `standard` carry a sentence, `questions` also ask; `none` leaves all in. */
export type StopWords = 'none' | 'standard' | 'questions';

/** The 33 English words that Lucene leaves out by default. */
const STANDARD = 'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(' ');

/**
 * Words by which questions are asked, in English, German, French, Spanish, Portuguese and Italian. They are rare in documents, so they would
 * weigh like names. Written for this package.
 */
const ASKING = (
  'about all also am any been before being between both can could describe did do does doing each explain every find from give had has have he her his how i ' +
  'its last list many may me might more most much must my name named one other our over same shall she should so some tell than them those through two under up ' +
  'us use used uses very we were what when where which while who whom whose why within would you your ' +
  'am auf aus bei das dass dem den der des die durch ein eine einem einen einer es für hat ich im ist mit nach nicht oder sie sind und von vor wann war warum was ' +
  'welche welchem welchen welcher welches wer werden wie wird wo zu zum zur über ' +
  'au aux avec ce ces cette comment dans de du elle en est et il je la le les leur mais ou où par pas pour pourquoi qu quand que quel quelle quels qui quoi sont sur un une ' +
  'como con cuál cuáles cuándo de del dónde el ella en los las lo para por qué quién se son su sus una ' +
  'com da das do dos em na nas nos os onde qual quais quando quem são sua um uma ' +
  'che chi con cosa da dal dalla dei del della di dove gli nel nella non per quale quali quando sono sul tra'
).split(' ');

/** The words of each list, in lower case. */
export const STOP_WORDS: Readonly<Record<StopWords, ReadonlySet<string>>> = {
  none: new Set(),
  standard: new Set(STANDARD),
  questions: new Set([...STANDARD, ...ASKING]),
};
