import './node-version.mjs';

const { start } = await import('./commands.mjs');
await start();
