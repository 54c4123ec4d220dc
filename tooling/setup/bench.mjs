import './node-version.mjs';

const { bench } = await import('./commands.mjs');
await bench();
