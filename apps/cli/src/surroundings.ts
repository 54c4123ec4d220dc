/** One stream that is written to. */
export interface Output {
  /** Whether a person reads it on a terminal: only then are there progress and colours. */
  readonly isTerminal: boolean;
  /** Width in columns, where it is known. */
  readonly columns: number | undefined;
  write(text: string): void;
}

/** What a command sees of the world, so that it can run inside a test or another program as well. */
export interface Surroundings {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Paths among the arguments are meant from here. */
  readonly workingFolder: string;
  /** Fires at the first Ctrl-C: the run then ends with what it has. */
  readonly signal: AbortSignal;
}

/** How a command ends, as the exit code of the process. */
export const EXIT = {
  /** Answered, or assembled where no answer was asked for. */
  done: 0,
  failed: 1,
  /** A misspelt command, flag, option, method or file among the arguments. */
  usage: 2,
  /** A partial answer, or nothing relevant. */
  partial: 3,
  /** `doctor` found something that hurts. */
  hurts: 3,
  /** Stopped by Ctrl-C before there was any answer, or from `context` any window. */
  stopped: 130,
} as const;
