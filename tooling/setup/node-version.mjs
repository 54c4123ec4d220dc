// Kept to syntax that old versions of Node can read, so that they reach the message instead of a syntax error.
import { readFileSync } from 'fs';

const root = new URL('../../', import.meta.url);
const wanted = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).engines.node.replace('>=', '');
const [wantedMajor = 0, wantedMinor = 0] = wanted.split('.').map(Number);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  process.stderr.write(
    'Graphwright needs Node ' + wanted + ' or newer, and this is Node ' + process.versions.node + ' (' + process.execPath + ').\n' +
    'Install a newer Node (https://nodejs.org/en/download) and run the same command again.\n',
  );
  process.exit(1);
}
