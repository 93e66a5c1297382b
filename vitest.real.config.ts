import { defineConfig } from 'vitest/config';

// The same contracts on real servers, which each test file starts for itself or skips with a sentence.
export default defineConfig({
  test: {
    include: ['{bot,worker,core,embedded,scenarios,bench,scripts}/**/*.real.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: ['scripts/services/real-servers.mjs'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    passWithNoTests: true,
  },
});
