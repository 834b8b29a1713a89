import { spawn } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { openPostgres } from '#server/platform/embedded-postgres.ts'
import { memoryFolder } from '../../scripts/scratch-folder.ts'
import { type Bug, bugs } from './bugs.ts'
import { emptyMarket } from './run.ts'

/**
 * Plants each bug of a list in a copy of the code and lives through days until an oracle finds it. Arguments: days,
 * seeds with commas, and parts of names of bugs; without names, all. LANES says how many run at once.
 */
const [days = '60', seeds = '1,2,3', ...wanted] = process.argv.slice(2)
const root = join(import.meta.dirname, '../..')
const left = new Set(['node_modules', '.git', 'build', 'var'])
const isWanted = ([name]: [string, Bug]) => wanted.length === 0 || wanted.some((part) => name.includes(part))
const chosen = Object.entries(bugs).filter(isWanted)
const waiting = [...chosen]
let found = 0

/** The first finding of a run in a copy of the code, or why it did not end. */
async function firstFinding(copy: string, seed: string): Promise<string | null> {
  const args = [join(copy, 'bench/decade/decade.ts'), days, seed, 'first']
  const env = { ...process.env, DECADE_SERVER: `${postgres.url} empty` }
  const child = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'], env })
  const output = Buffer.concat(await child.stdout.toArray()).toString()
  const finding = output.split('\n').find((line) => line.startsWith('seed ') && !line.includes(' simulation: '))
  return finding ?? (/^trace /m.test(output) ? null : `did not end: ${output.slice(-300)}`)
}

/** Takes one bug after the other. */
async function work(): Promise<void> {
  const copy = memoryFolder('planted')
  try {
    cpSync(root, copy, { recursive: true, filter: (path) => !left.has(relative(root, path).split('/')[0] ?? '') })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    for (let next = waiting.shift(); next; next = waiting.shift()) await plant(copy, ...next)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

async function plant(copy: string, name: string, [file, from, to]: Bug): Promise<void> {
  const path = join(copy, file)
  const code = readFileSync(path, 'utf8')
  if (!code.includes(from)) throw new Error(`${name}: ${file} does not contain ${from}`)
  writeFileSync(
    path,
    code.replace(from, () => to),
  )
  let finding: string | null = null
  for (const seed of seeds.split(',')) finding ??= await firstFinding(copy, seed)
  writeFileSync(path, code)
  console.log(`${finding ? '✓' : '✗'} ${name}: ${finding?.slice(0, 200) ?? 'not found'}`)
  if (finding) found++
}

const folder = memoryFolder('planted-database')
const postgres = await openPostgres({ dataDir: folder, role: 'owner', fast: true })
try {
  await emptyMarket(postgres.url, 'empty')
  await Promise.all(Array.from({ length: Number(process.env.LANES ?? 2) }, work))
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${found} of ${chosen.length} planted bugs were found.`)
process.exitCode = found < chosen.length ? 1 : 0
