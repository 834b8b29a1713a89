import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildIsFresh, buildWeb } from './build-web.ts'
import { findChromium } from './find-chromium.ts'

const root = join(import.meta.dirname, '..')

/** Runs one browser test by itself, and exits with its code. */
export async function runBrowserTest(file: string, variables: Record<string, string>): Promise<void> {
  const chromium = await findChromium()
  if (!(await buildIsFresh())) await buildWeb()
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--project=browser', '--maxConcurrency=3', file], {
    cwd: root,
    env: { ...process.env, ...variables, CHROMIUM_PATH: chromium, NODE_ENV: 'test' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  child.once('close', (code) => process.exit(code ?? 1))
}
