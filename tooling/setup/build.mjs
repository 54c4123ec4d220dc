import './node-version.mjs';

const { build } = await import('./commands.mjs');
await build();
