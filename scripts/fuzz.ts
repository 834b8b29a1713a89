import { randomInt } from 'node:crypto'
import { runVitest } from './run-vitest.ts'

/** Runs the fuzz test of `npm test` with more requests and a new seed. */
process.exitCode = await runVitest(['--project', 'server', 'test/fuzz.test.ts'], {
  TEST_SEED: process.env.TEST_SEED ?? String(randomInt(2 ** 31)),
  FUZZ_REQUESTS: process.argv[2] ?? '200000',
})
