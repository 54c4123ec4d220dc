import { createEngine, givenVector, openIndex } from 'graphwright';
import { readFileSync } from 'node:fs';
import { coldQuestionSchema } from './compare/cold-question.ts';

// From the start of a process to its first context, as a program would do it: `cold FILE` with the question as JSON. Its parent
// starts it anew for every round and reads the line that it prints.

const { folder, question, vector, strategy } = coldQuestionSchema.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
const index = await openIndex(folder);
const engine = await createEngine({ index, embedder: givenVector(vector) });
const { windows } = await engine.context({ question, strategy });
const { user, system } = process.cpuUsage();
const { maxRSS } = process.resourceUsage();
process.stdout.write(JSON.stringify({ cpu: (user + system) / 1e6, wall: performance.now() / 1e3, peakMb: maxRSS / 1024, text: windows[0]?.text ?? '' }));
