import { isatty } from 'node:tty';
import { runCli } from './cli.ts';
import { EXIT, type Output } from './surroundings.ts';

const controller = new AbortController();
process.on('SIGINT', () => {
  if (controller.signal.aborted) process.exit(EXIT.stopped);
  controller.abort(new Error('interrupted'));
  if (process.stderr.isTTY) process.stderr.write('\nStopping with what there is; press Ctrl-C again to leave at once.\n');
});
// Nothing is left to wait for, and the command below has not ended: a plugin never answers. Stopped like this the run says what there is.
let hung = false;
process.once('beforeExit', () => {
  hung = true;
  process.stderr.write('Nothing is left to wait for, and the run has not ended: some plugin never answers. It is stopped.\n');
  controller.abort(new Error('a plugin never answers'));
});
// A reader that has seen enough (`| head`) closes its end: that is no fault of anybody.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(EXIT.done);
  });
}

const ended = await runCli(process.argv.slice(2), {
  stdout: outputOf(process.stdout),
  stderr: outputOf(process.stderr),
  env: process.env,
  workingFolder: process.cwd(),
  signal: controller.signal,
});
// Nobody stopped it: what hangs has failed.
const code = hung && ended === EXIT.stopped ? EXIT.failed : ended;
process.exitCode = code;
await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
// Whatever a plugin left open (a timer, a connection) must not keep a finished command alive.
process.exit(code);

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}

function outputOf(stream: NodeJS.WriteStream & { readonly fd: number }): Output {
  const isTerminal = isatty(stream.fd);
  return {
    isTerminal,
    get columns() {
      return isTerminal ? stream.columns : undefined;
    },
    write: (text) => void stream.write(text),
  };
}
