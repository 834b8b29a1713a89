import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './find-chromium.ts'
import { scratchFolder } from './scratch-folder.ts'

/**
 * Runs the previous release's tests on this version's schema, on which its processes work during a rolling restart.
 * Arguments: its commit (the one before the newest migration if left out), and test files in place of all.
 */
const root = join(import.meta.dirname, '..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

function previousRelease(): string {
  const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'migrations/*.sql')
  return git('rev-parse', `${newest}^`)
}

const [commit = previousRelease(), ...tests] = process.argv.slice(2)
const folder = scratchFolder('previous')
const run = (command: string, args: string[]) =>
  spawnSync(command, args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0

process.env.CHROMIUM_PATH = await findChromium()
try {
  git('worktree', 'add', '--quiet', '--detach', folder, commit)
  console.log(`Tests of ${git('log', '-1', '--format=%h %s', commit)}`)
  const added = globSync('migrations/*.sql', { cwd: root }).filter((file) => !existsSync(join(folder, file)))
  for (const file of added) cpSync(join(root, file), join(folder, file))
  console.log(`with ${added.sort().join(', ') || 'the same schema'}`)
  const wanted = tests.length > 0 ? tests : ['--project=!rules', '--tags-filter=!full']
  const passed =
    run('npm', ['ci', '--no-audit', '--no-fund']) &&
    run('npm', ['run', 'build']) &&
    run('npx', ['vitest', 'run', ...wanted])
  if (!passed) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
  git('worktree', 'prune')
}
