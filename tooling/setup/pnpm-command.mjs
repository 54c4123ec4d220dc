import './node-version.mjs';

const { pnpm } = await import('./commands.mjs');
await pnpm();
