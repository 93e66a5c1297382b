import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{bot,worker,core,embedded,scenarios,bench,scripts}/**/*.test.ts'],
    exclude: ['**/*.real.test.ts', '**/node_modules/**'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
