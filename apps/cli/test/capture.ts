import { fileURLToPath } from 'node:url';
import { runCli, type Surroundings } from '../src/index.ts';

/** What a command wrote and how it ended. */
export interface Captured {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What of the surroundings a test changes. */
export interface Setting {
  readonly terminal?: boolean;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly signal?: AbortSignal;
  /** Sees every piece that goes to standard output. */
  readonly onOutput?: (text: string) => void;
}

/** The sample index that comes along. */
export const SAMPLE: string = fileURLToPath(new URL('../sample', import.meta.url));

/** Runs the command line inside this process. */
export async function run(argv: readonly string[], setting: Setting = {}): Promise<Captured> {
  const written = { stdout: '', stderr: '' };
  const outputOf = (name: 'stdout' | 'stderr'): Surroundings['stdout'] => ({
    isTerminal: setting.terminal ?? false,
    columns: setting.columns,
    write: (text) => {
      written[name] += text;
      if (name === 'stdout') setting.onOutput?.(text);
    },
  });
  const code = await runCli(argv, {
    stdout: outputOf('stdout'),
    stderr: outputOf('stderr'),
    env: setting.env ?? {},
    workingFolder: setting.folder ?? SAMPLE,
    signal: setting.signal ?? new AbortController().signal,
  });
  return { code, ...written };
}
