import './node-version.mjs';

const { test } = await import('./commands.mjs');
await test();
