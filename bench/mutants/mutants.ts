import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createVitest } from 'vitest/node'
import { scratchFolder } from '../../scripts/scratch-folder.ts'
import { equivalents } from './equivalent.ts'
import { type Mutation, mutated, mutationsOf } from './mutations.ts'
import { targets } from './targets.ts'

// Changes one sign at a time in a copy of the project and runs the tests that have to see it. Names of groups or parts of
// files choose some of them; `--every 5` takes one mutation in five.
const { values, positionals } = parseArgs({
  options: { every: { type: 'string', default: '1' } },
  allowPositionals: true,
})
const root = join(import.meta.dirname, '../..')
const every = Number(values.every)
const isNamed = (group: string, file: string) =>
  positionals.length === 0 || positionals.some((name) => name === group || file.includes(name))
const chosen = Object.entries(targets).flatMap(([group, files]) => files.filter((file) => isNamed(group, file)))
if (chosen.length === 0 || !(every >= 1)) {
  console.error(`Use --every with a number, and any of ${Object.keys(targets).join(', ')} or parts of their files.`)
  process.exit(1)
}

/** The files of the project in a folder of their own, with the packages of this one. */
function copyProject(): string {
  const folder = scratchFolder('mutants')
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of list.trim().split('\n')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  for (const name of ['node_modules', 'build']) symlinkSync(join(root, name), join(folder, name))
  return folder
}

const isEquivalent = (file: string, { code, was, becomes }: Mutation) =>
  equivalents.some((one) => one.file === file && one.code === code && one.was === was && one.becomes === becomes)

const folder = copyProject()
process.chdir(folder)
const vitest = await createVitest(
  'test',
  { root: folder, watch: false, project: ['server'], bail: 1, reporters: [{}], maxWorkers: 2, fileParallelism: false },
  { logLevel: 'silent' },
)

/** A mutated loop may never end; no test file takes this long. */
const timeoutMs = 600_000

/** The first failure of a test file; null when all pass. */
async function failureOf(test: string): Promise<string | null> {
  const specifications = await vitest.globTestSpecifications([test])
  if (specifications.length === 0) throw new Error(`${test} does not exist`)
  vitest.state.clearErrors()
  const files = new Set(specifications.map(({ moduleId }) => moduleId))
  let isEndless = false
  const timer = setTimeout(() => {
    isEndless = true
    // The second call ends the worker.
    for (const _ of [1, 2]) vitest.cancelCurrentRun('keyboard-input').catch(() => {})
  }, timeoutMs)
  const run = await vitest.runTestSpecifications(specifications).finally(() => clearTimeout(timer))
  if (isEndless) return `${test} did not end`
  // It still has the modules of earlier runs.
  const testModules = run.testModules.filter(({ moduleId }) => files.has(moduleId))
  const failed = testModules.flatMap((one) => [...one.children.allTests('failed')])
  const errors = [
    ...failed.map((one) => `${one.fullName}: ${one.result().errors?.[0]?.message}`),
    ...testModules.flatMap((one) => one.errors().map(({ message }) => message)),
    ...vitest.state.getUnhandledErrors().map(String),
  ]
  return errors[0] ?? null
}

let missed = 0
console.log(`${'file'.padEnd(60)} mutants  found  equivalent  missed`)
try {
  for (const file of chosen) {
    const test = file.replace(/\.ts$/, '.test.ts')
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    const failure = await failureOf(test)
    if (failure) throw new Error(`Without a mutation fails ${failure}`)
    const all = mutationsOf(text).filter((_, i) => i % every === 0)
    const survivors: Mutation[] = []
    for (const one of all) {
      if (isEquivalent(file, one)) continue
      writeFileSync(path, mutated(text, one))
      vitest.invalidateFile(path)
      if ((await failureOf(test)) === null) survivors.push(one)
    }
    writeFileSync(path, text)
    vitest.invalidateFile(path)
    const same = all.filter((one) => isEquivalent(file, one)).length
    const found = all.length - same - survivors.length
    console.log(
      `${file.padEnd(60)} ${String(all.length).padStart(7)} ${String(found).padStart(6)} ${String(same).padStart(11)} ${String(survivors.length).padStart(7)}`,
    )
    for (const { line, was, becomes, code } of survivors)
      console.log(`  line ${line}: ${was} → ${becomes || '—'} in ${code}`)
    missed += survivors.length
  }
} finally {
  // Statements of mutated code need not fit their types.
  await vitest.close().catch(() => {})
  rmSync(folder, { recursive: true, force: true })
}
if (missed > 0) process.exitCode = 1
