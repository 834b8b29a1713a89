import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildIsFresh, buildWeb } from './build-web.ts'
import { check } from './check.ts'
import { findChromium } from './find-chromium.ts'

const root = join(import.meta.dirname, '..')

/** Without arguments, everything `check` did not run; tests tagged `full` only in `npm run test:full`. */
const args = process.argv.slice(2)
const defaultArgs = ['--project=!rules', ...(process.env.FULL ? [] : ['--tags-filter=!full'])]

/** Runs the test files given as arguments, or the default selection; vitest prints the totals. */
async function runTests(chromium: string): Promise<boolean> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', ...(args.length > 0 ? args : defaultArgs)], {
    cwd: root,
    // A whole run also reports SQL statements that no test ran (test/sql-statements.ts).
    env: {
      ...process.env,
      CHROMIUM_PATH: chromium,
      NODE_ENV: 'test',
      WHOLE: args.length === 0 && process.env.FULL ? '1' : '',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return (await new Promise((resolve) => child.once('close', resolve))) === 0
}

try {
  const chromium = await findChromium()
  if (!(await buildIsFresh())) await buildWeb()
  const failed = await check()
  const passed = await runTests(chromium)
  if (failed.length > 0) console.error(`Failed checks: ${failed.join(', ')}. See above.`)
  if (failed.length > 0 || !passed) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
