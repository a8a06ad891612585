import { defineConfig } from 'vitest/config';

// One workbench, one test after the other: each goes on where the last one ended.
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 300_000,
    fileParallelism: false,
    bail: 1,
    reporters: ['verbose'],
  },
});
