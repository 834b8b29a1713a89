import { buildIsFresh, buildWeb } from './build-web.ts'
import { findChromium } from './find-chromium.ts'
import { runVitest } from './run-vitest.ts'

/** Runs one browser test by itself, and exits with its code. */
export async function runBrowserTest(file: string, variables: Record<string, string>): Promise<void> {
  const chromium = await findChromium()
  if (!(await buildIsFresh())) await buildWeb()
  const args = ['--project=browser', '--maxConcurrency=3', file]
  process.exit(await runVitest(args, { ...variables, CHROMIUM_PATH: chromium }))
}
