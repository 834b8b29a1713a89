import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

// What is read and not run.
const rules = ['test/boundaries.test.ts', 'test/forms.test.ts', 'test/promises.test.ts']

// The same random cases at every run; `npm run test:full` sets another seed each time.
process.env.TEST_SEED ??= '1'

// Its own file: the plugins of vite.config.ts build pages and have no part in tests.
export default defineConfig({
  test: {
    globalSetup: 'test/global-setup.ts',
    // Files of a worker share what they import: reading it anew for each of a hundred takes longer than many of them run.
    isolate: false,
    // Built already: Node reads it as it does in production.
    server: { deps: { external: [/\/build\/server\//] } },
    maxWorkers: 2,
    // Long enough to compare the statements of the run with the code.
    teardownTimeout: 60_000,
    // What is waited for may take its time on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    tags: [{ name: 'full', description: 'only in `npm run test:full`' }],
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: rules, testTimeout: 240_000, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/**/*.test.ts', 'test/*.test.ts'],
          exclude: rules,
          setupFiles: ['test/no-network.ts', 'test/random-seed.ts', 'test/sql-recorder.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          setupFiles: ['test/sql-recorder.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'start',
          include: ['test/start/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Beside the first browser files: it waits for programs more than it works.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
