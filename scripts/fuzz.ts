import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'

/** Runs the fuzz test of `npm test` with more requests and a new seed. */
const requests = process.argv[2] ?? '200000'
const root = join(import.meta.dirname, '..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', '--project', 'server', 'test/fuzz.test.ts'], {
  cwd: root,
  env: { TEST_SEED: String(randomInt(2 ** 31)), ...process.env, NODE_ENV: 'test', FUZZ_REQUESTS: requests },
  stdio: ['ignore', 'inherit', 'inherit'],
})
child.once('close', (code) => {
  process.exitCode = code ?? 1
})
