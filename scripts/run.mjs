// Entry point of every command in package.json. Plain JavaScript that older Node versions can run, because it ensures
// that the commands run on the Node version package.json pins.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const oldestNode = 24
const scripts = dirname(fileURLToPath(import.meta.url))
const pinned = join(scripts, '../node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const commands = [
  'start',
  'dev',
  'build',
  'test',
  'test:full',
  'check',
  'seed',
  'admin',
  'secret-keys',
  'backup',
  'restore',
  'types',
  'lifecycles',
  'migrate',
  'bench',
  'races',
  'fuzz',
  'load',
  'faults',
  'delivery',
  'decade',
  'decade:planted',
  'axe',
  'gallery',
  'lighthouse',
  'sms-texts',
  'sbom',
  'promises',
  'train-masking',
  'mutants',
  'previous-release',
]
const files = {
  'test:full': 'test-full.ts',
  types: 'database-types.ts',
  bench: '../bench/load/bench.ts',
  load: '../bench/load/uploads.ts',
  faults: '../bench/faults/faults.ts',
  delivery: '../bench/delivery/delivery.ts',
  decade: '../bench/decade/decade.ts',
  'decade:planted': '../bench/decade/planted.ts',
  lighthouse: '../bench/load/lighthouse.ts',
  mutants: '../bench/mutants/mutants.ts',
  promises: '../bench/faults/promises.ts',
}

/** Runs a program in place of this one: same terminal, signals and exit code. */
function runInPlace(program, args, env = process.env) {
  const child = spawn(program, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => fail(`${program} could not be started: ${error.message}`))
  child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

const [command = '', ...rest] = process.argv.slice(2)
if (!commands.includes(command)) fail(`Unknown command "${command}": use one of ${commands.join(', ')}.`)

// npm runs us through a shell and sends SIGTERM to that shell only; stop when the shell is gone.
if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  const shell = process.ppid
  setInterval(() => process.ppid === shell || process.kill(process.pid, 'SIGTERM'), 500).unref()
}

process.chdir(join(scripts, '..'))
if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  if (!existsSync(pinned)) fail('Node 24 is not installed: run npm ci first.')
  runInPlace(pinned, [fileURLToPath(import.meta.url), command, ...rest])
} else if (!existsSync(join(scripts, '../node_modules/fastify'))) {
  fail('Dependencies are not installed: run npm ci first.')
} else if (command === 'dev') {
  const watched = ['src/server', 'src/contract'].flatMap((path) => ['--watch-path', path])
  runInPlace(process.execPath, ['--watch-preserve-output', ...watched, 'src/server/main.ts', ...rest], {
    ...process.env,
    NODE_ENV: 'development',
  })
} else if (command === 'start') {
  process.env.NODE_ENV ||= 'production'
  // Caches compiled code between starts; in our own folder, because it contains code that will run.
  module.enableCompileCache?.(join(scripts, '../node_modules/.cache/compiled'))
  await import(pathToFileURL(join(scripts, '../src/server/main.ts')).href)
} else {
  runInPlace(process.execPath, [join(scripts, files[command] ?? `${command}.ts`), ...rest])
}
