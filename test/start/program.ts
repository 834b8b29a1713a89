import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { scratchFolder } from '../../scripts/scratch-folder.ts'

const root = join(import.meta.dirname, '../..')
/** A start that prints nothing for this long hangs; on a busy machine one takes more than a minute. */
const hangsMs = 300_000

/** A real `npm start` in its own process. */
export type Program = {
  port: number
  child: ChildProcess
  /** Its output so far. */
  output(): string
  /** Resolves once the site is up; rejects with the output if the program ends first. */
  ready(): Promise<void>
  /** Resolves with the exit code once the program has ended. */
  ended(): Promise<number | null>
}

const programs: Program[] = []
const folders: string[] = []

/** An empty data folder; removed by `cleanUp`. */
export function dataFolder(): string {
  const folder = scratchFolder('start')
  folders.push(folder)
  return folder
}

export async function start(variables: Record<string, string>, folder: string = root): Promise<Program> {
  const port = Number(variables.PORT ?? (await freePort()))
  const child = spawn(process.execPath, [join(folder, 'scripts/run.mjs'), 'start'], {
    env: { PATH: process.env.PATH, SEED: 'none', ...variables, PORT: variables.PORT ?? String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      printed += part
    })
  }
  const end = new Promise<number | null>((resolve) => child.once('close', resolve))
  const program: Program = {
    port,
    child,
    output: () => printed,
    ended: () => end,
    async ready() {
      const limit = Date.now() + hangsMs
      while (!printed.includes('MentorSetu is ready')) {
        if (child.exitCode !== null || Date.now() > limit) throw new Error(`The program did not start:\n${printed}`)
        await pause(25)
      }
    },
  }
  programs.push(program)
  return program
}

/** Starts a program that must refuse to run; returns its exit code and output lines. */
export async function refusal(variables: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const program = await start(variables)
  const code = await program.ended()
  return { code, lines: program.output().trim().split('\n') }
}

/** Process ids of the PostgreSQL servers running on a data folder. */
export function postgresOn(dataDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        return program.endsWith('/postgres') && args.includes(join(dataDir, 'postgres'))
      } catch {
        return false // ended meanwhile
      }
    })
}

/** A free local port below those that the system gives to connections, which could take it in the meantime. */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
  return isFree ? port : await freePort()
}

/** Kills programs that a failed test left running and removes their folders. */
export async function cleanUp(): Promise<void> {
  for (const program of programs.splice(0)) {
    if (program.child.exitCode === null) program.child.kill('SIGKILL')
    await program.ended()
  }
  for (const folder of folders.splice(0)) {
    for (const pid of postgresOn(folder)) process.kill(pid, 'SIGQUIT')
    while (postgresOn(folder).length > 0) await pause(25)
    rmSync(folder, { recursive: true, force: true })
  }
}
