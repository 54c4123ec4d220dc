import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['{packages,apps,tooling,examples}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Some tests start a compiler or a package manager; a busy machine must not fail them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
