import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { compileMessages } from './messages.ts'

const root = join(import.meta.dirname, '..')
const programs = join(root, 'node_modules/.bin')

type Check = { name: string; command: string[] }

const format: Check = {
  name: 'format and lint',
  command: ['biome', 'check', '--error-on-warnings', '--max-diagnostics=50', '.'],
}
const deadCode: Check = { name: 'dead code', command: ['knip', '--no-progress', '--no-config-hints', '--cache'] }
const boundaries: Check = { name: 'boundaries', command: ['vitest', 'run', '--project', 'rules', '--reporter=dot'] }
const serverTypes: Check = { name: 'server types', command: ['tsc', '-p', 'tsconfig.server.json'] }
const routeTypes: Check = { name: 'route types', command: ['react-router', 'typegen'] }
const webTypes: Check = { name: 'page types', command: ['tsc', '-p', 'tsconfig.web.json'] }
const workerTypes: Check = { name: 'service worker types', command: ['tsc', '-p', 'tsconfig.worker.json'] }

// Two lanes for two cores; in a lane, later checks may need the output of earlier ones.
const lanes: Check[][] = [
  [routeTypes, webTypes, workerTypes, boundaries],
  [format, deadCode, serverTypes],
]

/** Runs every check, prints failures and returns the names of failed checks. */
export async function check(): Promise<string[]> {
  await compileMessages()
  const failed = await Promise.all(lanes.map(runLane))
  return failed.flat()
}

async function runLane(lane: Check[]): Promise<string[]> {
  const failed: string[] = []
  for (const check of lane) if (!(await run(check))) failed.push(check.name)
  return failed
}

async function run({ name, command }: Check): Promise<boolean> {
  const [program = '', ...args] = command
  const began = Date.now()
  const child = spawn(join(programs, program), args, {
    cwd: root,
    env: { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listen = (part: Buffer) => {
    output += part
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(code === 0 ? `✓ ${name} (${seconds} s)` : `✗ ${name} (${seconds} s)\n${output}`)
  return code === 0
}

if (import.meta.main) {
  const failed = await check()
  if (failed.length > 0) {
    console.error(`Failed checks: ${failed.join(', ')}.`)
    process.exitCode = 1
  }
}
