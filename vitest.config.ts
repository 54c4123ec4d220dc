import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['{packages,apps,tooling,examples}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
});
