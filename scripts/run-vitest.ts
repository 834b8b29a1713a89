import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')

/** Runs vitest in a process of its own. @returns its exit code */
export function runVitest(args: readonly string[], variables: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    env: { ...process.env, ...variables, NODE_ENV: 'test' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}
