import { defineConfig } from 'vitest/config';

// One workbench for each file, two at a time; in a file one test goes on where the last one ended.
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // With fewer the third file would wait for both of the first two.
    minWorkers: 2,
    bail: 1,
    reporters: ['verbose'],
  },
});
