import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildIsFresh, buildWeb } from './build-web.ts'
import { findChromium } from './find-chromium.ts'

const root = join(import.meta.dirname, '..')

// The axe test of `npm test`, but on every page instead of a tenth of them.
const chromium = await findChromium()
if (!(await buildIsFresh())) await buildWeb()
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const child = spawn(
  process.execPath,
  [vitest, 'run', '--project=browser', '--maxConcurrency=3', 'test/e2e/axe.test.ts'],
  {
    cwd: root,
    env: { ...process.env, AXE: 'all', CHROMIUM_PATH: chromium, NODE_ENV: 'test' },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)
child.once('close', (code) => process.exit(code ?? 1))
