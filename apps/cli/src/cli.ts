import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isGraphwrightError, messageOf } from '@graphwright/contract';
import { Command, CommanderError } from 'commander';
import { z } from 'zod';
import { addRunFlags, collect, runFlagsSchema, wholeNumber, type RunFlags } from './arguments/flags.ts';
import { isUsageError, usageError } from './arguments/usage.ts';
import { context } from './commands/context.ts';
import { demo, DEMO_QUESTION } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { estimate } from './commands/estimate.ts';
import { info } from './commands/info.ts';
import { options } from './commands/options.ts';
import { query } from './commands/query.ts';
import { errorLines, stackOf } from './print/problems.ts';
import { errorReport, withFolderAsGiven, withHelp } from './print/thrown.ts';
import { SAMPLE_FOLDER } from './run/sample.ts';
import { EXIT, type Surroundings } from './surroundings.ts';
import { plain, plainJson } from './terminal/plain.ts';
import { styleOf } from './terminal/style.ts';

const infoFlagsSchema = z.strictObject({ root: z.string(), share: z.int(), json: z.boolean().default(false), quiet: z.boolean().default(false) });
const doctorFlagsSchema = z.strictObject({
  root: z.string(),
  embedder: z.string().optional(),
  plugin: z.array(z.string()).default([]),
  window: z.int().optional(),
  json: z.boolean().default(false),
  quiet: z.boolean().default(false),
});
const optionsFlagsSchema = z.strictObject({ plugin: z.array(z.string()).default([]), json: z.boolean().default(false) });
const manifestSchema = z.object({ version: z.string() });
/** GraphRAG's local search gives reports 15 % of 12,000 tokens. */
const REPORT_SHARE = 1800;

/**
 * Runs the command line.
 *
 * @param argv The arguments, without program and script.
 * @returns The exit code: 0 answered or assembled, 1 failed, 2 bad usage, 3 partial, nothing relevant, or (doctor) something that hurts, 130 stopped before there was
 * any answer or window. Never throws for what a user can do wrong.
 */
export async function runCli(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  let code: number = EXIT.done;
  const program = programOf(surroundings, (ended) => {
    code = ended;
  });
  let root: string | undefined;
  program.hook('preAction', (_, command) => {
    const given: unknown = command.getOptionValueSource('root') === 'cli' ? command.getOptionValue('root') : undefined;
    root = typeof given === 'string' ? given : undefined;
  });
  try {
    if (argv.length === 0) {
      program.outputHelp();
      return EXIT.done;
    }
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (thrown) {
    return failedWith(thrown, argv, root, surroundings);
  }
}

/** Tells what was thrown: in lines on standard error, and with `--json` as one object on standard output as well. */
function failedWith(thrown: unknown, argv: readonly string[], root: string | undefined, surroundings: Surroundings): number {
  const { stdout, stderr, env, workingFolder } = surroundings;
  const asJson = (error: unknown): void => {
    const end = argv.indexOf('--');
    if (argv.slice(0, end < 0 ? undefined : end).includes('--json')) stdout.write(`${plainJson(errorReport(error))}\n`);
  };
  if (isCommanderError(thrown)) {
    if (thrown.exitCode === 0) return EXIT.done;
    asJson(usageError(thrown.message.replace(/^error: /u, '')));
    return EXIT.usage;
  }
  const error = withFolderAsGiven(withHelp(thrown), resolve(workingFolder, root ?? '.'), root);
  asJson(error);
  if (isGraphwrightError(error) && error.code === 'aborted') {
    stderr.write('Stopped before there was anything to show.\n');
    return EXIT.stopped;
  }
  for (const line of errorLines(error, styleOf(stderr, surroundings))) stderr.write(`${line}\n`);
  if ((env['GRAPHWRIGHT_DEBUG'] ?? '') !== '') stderr.write(`${stackOf(thrown)}\n`);
  return isUsageError(error) ? EXIT.usage : EXIT.failed;
}

function programOf(surroundings: Surroundings, ended: (code: number) => void): Command {
  const { stdout, stderr } = surroundings;
  const program = new Command('graphwright')
    .description('Accountable questions to a GraphRAG index: what was considered, what got into the window, what was left out and why.')
    .version(version(), '-V, --version', 'print the version')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => stdout.write(plain(text)),
      writeErr: (text) => stderr.write(plain(text)),
      getOutHelpWidth: () => stdout.columns ?? 80,
      getErrHelpWidth: () => stderr.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText(
      'after',
      '\nExit codes: 0 answered or assembled, 1 failed, 2 bad usage, 3 partial or nothing relevant;\n            doctor: 0 nothing hurts, 3 something does.\n\nTry: graphwright demo\n     graphwright query "Who is Agent Mercer?" --root path/to/project\n     graphwright options local',
    );
  const runs = (name: string, description: string, rootText: string, run: (question: string | undefined, flags: RunFlags, command: Command) => Promise<number>): void => {
    const command = program.command(name).description(description).argument('[question]', 'the question; "" lets the most connected entities enter');
    addRunFlags(command, rootText).action(async (question: string | undefined) => ended(await run(question, runFlagsSchema.parse(command.opts()), command)));
  };
  const here = 'project folder or output folder of the index (default: the working folder)';
  const asked = (run: typeof query) => async (question: string | undefined, flags: RunFlags, command: Command) => {
    if (question !== undefined) return run(question, flags, flags.root ?? '.', surroundings);
    command.outputHelp({ error: true });
    throw new CommanderError(EXIT.usage, 'commander.missingArgument', 'The question is missing.');
  };
  runs('query', 'ask a question: answer, citations, what became of every candidate', here, asked(query));
  runs('context', 'assemble the window of a question without asking for an answer', here, asked(context));
  runs('estimate', 'tell what a question would cost, stage by stage; asks no model', here, asked(estimate));
  runs('demo', 'ask the sample index that comes along, offline, and draw the window', 'another index (default: the sample)', (question = DEMO_QUESTION, flags) =>
    demo(question, flags, flags.root ?? SAMPLE_FOLDER, surroundings),
  );
  const infoCommand = program.command('info').description('measure an index: tables, levels, vectors, sizes, degrees, gaps found at opening');
  infoCommand
    .option('--root <folder>', 'project folder or output folder of the index', '.')
    .option('--share <tokens>', 'tokens for which it is told how many reports fit', wholeNumber('--share', 1), REPORT_SHARE)
    .option('--json', 'print the measures as one JSON object')
    .option('-q, --quiet', 'no progress on standard error')
    .action(async () => ended(await info(infoFlagsSchema.parse(infoCommand.opts()), surroundings)));
  const doctorCommand = program.command('doctor').description('examine an index: what in it hurts which strategies, and what to do about it');
  doctorCommand
    .option('--root <folder>', 'project folder or output folder of the index', '.')
    .option('--embedder <id>', 'embedding model: a few texts are embedded again, to see whether it made the vectors')
    .option('--window <tokens>', 'tokens of a context, against which texts are measured (default: 12,000)', wholeNumber('--window', 1))
    .option('--plugin <module>', 'module whose exported plugins are added, by path or package name (repeatable)', collect)
    .option('--json', 'print the diagnosis as one JSON object')
    .option('-q, --quiet', 'no progress on standard error')
    .action(async () => ended(await doctor(doctorFlagsSchema.parse(doctorCommand.opts()), surroundings)));
  const optionsCommand = program.command('options').description('list all plugins, or the options of one').argument('[plugin]', 'id of a plugin');
  optionsCommand
    .option('--plugin <module>', 'module whose exported plugins are added (repeatable)', collect)
    .option('--json', 'print JSON Schemas')
    .action(async (id: string | undefined) => ended(await options(id, optionsFlagsSchema.parse(optionsCommand.opts()), surroundings)));
  return program;
}

/** What commander throws when it has said itself what there was to say (help, version, a misspelt flag). */
function isCommanderError(value: unknown): value is CommanderError {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string' && value.code.startsWith('commander.');
}

function version(): string {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version;
  } catch (error) {
    return `unknown (${messageOf(error)})`;
  }
}
