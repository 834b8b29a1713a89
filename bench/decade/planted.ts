import { spawn } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { memoryFolder } from '../../scripts/scratch-folder.ts'
import { bugs } from './bugs.ts'

/**
 * Plants each bug of a list in a copy of the code and lives through days until an oracle finds it. Arguments: days,
 * seeds with commas, and names of bugs; without names, all.
 */
const [days = '60', seeds = '1,2,3', ...wanted] = process.argv.slice(2)
const root = join(import.meta.dirname, '../..')
const copy = memoryFolder('planted')
const left = new Set(['node_modules', '.git', 'build', 'var'])
cpSync(root, copy, { recursive: true, filter: (path) => !left.has(relative(root, path).split('/')[0] ?? '') })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

/** The first finding of a run. */
async function firstFinding(seed: string): Promise<string | null> {
  const args = [join(copy, 'bench/decade/decade.ts'), days, seed, 'first']
  const child = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'inherit'] })
  const output = Buffer.concat(await child.stdout.toArray()).toString()
  return (
    output.split('\n').find((line) => line.startsWith('seed ')) ?? (/^trace /m.test(output) ? null : output.slice(-400))
  )
}

let found = 0
const chosen = Object.entries(bugs).filter(([name]) => wanted.length === 0 || wanted.includes(name))
try {
  for (const [name, [file, from, to]] of chosen) {
    const path = join(copy, file)
    const code = readFileSync(path, 'utf8')
    if (!code.includes(from)) throw new Error(`${name}: ${file} does not contain ${from}`)
    writeFileSync(
      path,
      code.replace(from, () => to),
    )
    let finding: string | null = null
    for (const seed of seeds.split(',')) finding ??= await firstFinding(seed)
    writeFileSync(path, code)
    console.log(`${finding ? '✓' : '✗'} ${name}: ${finding?.slice(0, 200) ?? 'not found'}`)
    if (finding) found++
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`${found} of ${chosen.length} planted bugs were found.`)
process.exitCode = found < chosen.length ? 1 : 0
