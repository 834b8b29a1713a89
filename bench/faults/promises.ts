import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisesKept } from '#test/published-texts.ts'
import { memoryFolder } from '../../scripts/scratch-folder.ts'

/**
 * Breaks each published promise once in a copy of the code, and expects its test to fail. Arguments are ids of promises; without
 * any, all of them. Before a release; it takes a quarter of an hour.
 */
const root = join(import.meta.dirname, '../..')
const copy = memoryFolder('promises')
const left = new Set(['node_modules', '.git', 'build', 'var'])
cpSync(root, copy, { recursive: true, filter: (path) => !left.has(relative(root, path).split('/')[0] ?? '') })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

function run(file: string, name: string): { hasFailed: boolean; output: string } {
  const pattern = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--project', 'server', file, '-t', pattern]
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'test', NO_COLOR: '1' },
    encoding: 'utf8',
  })
  const output = `${stdout}${stderr}`
  return { hasFailed: /Tests .*\d+ failed/.test(output), output }
}

const wanted = process.argv.slice(2)
const chosen = Object.entries(promisesKept).filter(([id]) => wanted.length === 0 || wanted.includes(id))
const unnoticed: string[] = []
try {
  for (const [id, { test, ...kept }] of chosen) {
    const [source, from, to] = kept.break
    const path = join(copy, source)
    const code = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      code.replace(from, () => to),
    )
    const { hasFailed, output } = run(...test)
    writeFileSync(path, code)
    console.log(`${hasFailed ? '✓ noticed' : '✗ not noticed'}: ${id}`)
    if (!hasFailed) unnoticed.push(id)
    if (!hasFailed) console.log(output.trim().split('\n').slice(-20).join('\n'))
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${chosen.length - unnoticed.length} of ${chosen.length} broken promises were noticed.`)
process.exitCode = unnoticed.length > 0 ? 1 : 0
