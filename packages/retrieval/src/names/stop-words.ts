const ENGLISH =
  'a about above after again all also am an and any are as at be because been before being between both but by can could did do does doing ' +
  'down during each either else ever every few for from further get give had has have having he her here hers him his how i if in into is it ' +
  'its just let like made make many may me might mine more most much must my near no nor not now of off on once one only or other our out ' +
  'over own per say she should so some such tell than that the their them then there these they this those through to too two under until up ' +
  'us use used very via was we were what when where whether which while who whom whose why will with within without would yet you your';
const OTHERS =
  'aber als am an auch auf aus bei das dass de dem den der des die du ein eine einem einen einer es für hat ich im in ist mit nach nicht oder ' +
  'sich sie sind und vom von vor war was wer wie wird wo zu zum zur ' +
  'au aux avec ce ces comme dans du elle en est et il ils la le les leur mais ne ou où par pas pour qu que quel quelle qui sa se ses son sont sur un une ' +
  'al como con del el ella ellos en entre era es esta este fue ha la las lo los más no para pero por que se sin sobre son su sus un una y ' +
  'ao aos com como da das do dos e ela ele em foi na nas no nos o os para por que se sem seu sua um uma ' +
  'che chi con da dal dalla degli dei del della di e gli il in la le lo nel nella non per si sono sul tra un una';

/**
 * Words that carry the sentence and not its subject, in lower case: English, German, French, Spanish, Portuguese, Italian. Names
 * that are such a word are found only where they are written as names, and such a word never points at a longer name. Written
 * for this package; short on purpose, since a missing word costs a candidate and a word too many costs a name.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${OTHERS}`.split(' '));
