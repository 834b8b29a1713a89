import { buildIsFresh, buildWeb } from './build-web.ts'
import { check } from './check.ts'
import { findChromium } from './find-chromium.ts'
import { runVitest } from './run-vitest.ts'

/** Without arguments, everything `check` did not run; tests tagged `full` only in `npm run test:full`. */
const args = process.argv.slice(2)
const defaultArgs = ['--project=!rules', ...(process.env.FULL ? [] : ['--tags-filter=!full'])]

try {
  const chromium = await findChromium()
  if (!(await buildIsFresh())) await buildWeb()
  const failed = await check()
  const code = await runVitest(args.length > 0 ? args : defaultArgs, {
    CHROMIUM_PATH: chromium,
    // A whole run also reports SQL statements that no test ran (test/sql-statements.ts).
    WHOLE: args.length === 0 && process.env.FULL ? '1' : '',
  })
  if (failed.length > 0) console.error(`Failed checks: ${failed.join(', ')}. See above.`)
  if (failed.length > 0 || code !== 0) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
