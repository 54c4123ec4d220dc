import type { Command } from 'commander';
import { z } from 'zod';
import { usageError } from './usage.ts';

const list = z.array(z.string()).default([]);

/** The flags of the commands that run a strategy, parsed. */
export const runFlagsSchema = z.strictObject({
  root: z.string().optional(),
  method: z.string(),
  compatible: z.boolean().default(false),
  option: list,
  policy: z.string().optional(),
  select: z.string().optional(),
  explain: z.boolean().default(false),
  model: z.string().optional(),
  embedder: z.string().optional(),
  vector: z.string().optional(),
  history: z.string().optional(),
  responseType: z.string().optional(),
  include: list,
  exclude: list,
  seed: z.int().nonnegative().optional(),
  plugin: list,
  json: z.boolean().default(false),
  stable: z.boolean().default(false),
  ledger: z.string().optional(),
  quiet: z.boolean().default(false),
});

/** The flags of the commands that run a strategy. */
export type RunFlags = z.output<typeof runFlagsSchema>;

/** Gathers what a repeatable flag was given. */
export function collect(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** A whole number ≥ `least` from a flag. @throws GraphwrightError `usage-invalid`. */
export function wholeNumber(flag: string, least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/u.test(text) && Number.isSafeInteger(value) && value >= least) return value;
    throw usageError(`${flag} takes a whole number of at least ${least}, not "${text}".`);
  };
}

/** Adds the flags of {@link runFlagsSchema} to a command. */
export function addRunFlags(command: Command, rootText: string): Command {
  return command
    .option('--root <folder>', rootText)
    .option('--method <id>', 'strategy, as id or id@range', 'local')
    .option('--compatible', "GraphRAG's own behaviour: the strategy <method>-compatible")
    .option('--option <key=value>', 'option of the strategy (repeatable; JSON or text; dots lead into parts: expander.hops=1)', collect)
    .option('--policy <id>', 'packing policy of the strategy')
    .option('--select <id>', 'selector of reports of the strategy global: dynamic is short for select-dynamic')
    .option('--explain', 'tell how reports were selected: verdicts and reasons, by level and by document')
    .option('--model <id>', 'language model, such as openai:gpt-5-mini (query and demo: extractive unless given); keys come from the environment or .env')
    .option('--embedder <id>', 'embedding model, such as openai:text-embedding-3-small; has to be that of the index')
    .option('--vector <file>', 'query vector made elsewhere: a JSON list of numbers')
    .option('--history <file>', 'earlier turns: a JSON list of { role, content }, oldest first')
    .option('--response-type <text>', 'length and form of the answer, in words')
    .option('--include <name>', 'entity that enters whatever else is found (repeatable)', collect)
    .option('--exclude <name>', 'entity that must not enter (repeatable)', collect)
    .option('--seed <number>', 'seed of everything random', wholeNumber('--seed', 0))
    .option('--plugin <module>', 'module whose exported plugins are added, by path or package name (repeatable)', collect)
    .option('--json', 'print the whole outcome as one JSON object')
    .option('--stable', 'with --json: leave times out, so that two runs compare byte for byte')
    .option('--ledger <file>', 'write the ledger to a file, as JSON')
    .option('-q, --quiet', 'no progress and no summary on standard error');
}
