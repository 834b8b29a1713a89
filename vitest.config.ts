import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

// Tests that analyse source code instead of running it.
const rules = ['test/boundaries.test.ts', 'test/forms.test.ts', 'test/promises.test.ts']

// A fixed seed for random cases; `npm run test:full` sets a new one each time.
process.env.TEST_SEED ??= '1'

// Separate from vite.config.ts, whose plugins build pages and are not needed in tests.
export default defineConfig({
  test: {
    globalSetup: 'test/global-setup.ts',
    // Test files of a worker share modules, because importing them again takes longer than many tests run.
    isolate: false,
    // Already built, so Node loads it as in production.
    server: { deps: { external: [/\/build\/server\//] } },
    // One more than cores, because a worker mostly waits for PostgreSQL.
    maxWorkers: 3,
    // Long enough to check the SQL statements recorded during the run.
    teardownTimeout: 60_000,
    // Generous, because effects take longer on a busy machine.
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
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
