import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { few } from '#test/rounds.ts'
import { cleanUp, dataFolder, freePort, postgresOn, refusal, start } from '#test/start/program.ts'
import { buildIsFresh, buildWeb } from '../../scripts/build-web.ts'

const isRoot = process.getuid?.() === 0

beforeAll(async () => {
  if (!(await buildIsFresh())) await buildWeb()
}, 120_000)
afterEach(cleanUp)

async function statusOf(port: number, path: string): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).status
}

/** A page over a connection that is kept; rejected where none is accepted. */
const pageOver = (agent: Agent, port: number, path: string) =>
  new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    const request = get({ agent, port, path, host: '127.0.0.1' }, (reply) => {
      reply.resume()
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, connection: reply.headers.connection }))
    })
    request.once('error', reject)
  })

describe('npm start', () => {
  it('sets up an empty folder, serves pages and leaves no process after Ctrl-C', async () => {
    const folder = dataFolder()
    mkdirSync(join(folder, 'postgres.new-999999')) // left by a start that crashed
    const program = await start({ DATA_DIR: folder })
    await program.ready()
    expect(await statusOf(program.port, '/health/live')).toBe(200)
    expect(await statusOf(program.port, '/health/ready')).toBe(200)
    expect(await statusOf(program.port, '/')).toBe(200)
    expect(postgresOn(folder)).toHaveLength(1)
    expect(existsSync(join(folder, 'postgres.new-999999'))).toBe(false)
    expect(statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'postgres/mentorsetu-password')).mode & 0o777).toBe(0o600)

    const began = Date.now()
    // The terminal signals every process and npm forwards the signal too, so it arrives twice.
    program.child.kill('SIGINT')
    program.child.kill('SIGINT')
    expect(await program.ended()).toBe(0)
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(postgresOn(folder)).toEqual([])
  })

  it('stops when the shell that npm started it through is gone', { tags: ['full'] }, async () => {
    const folder = dataFolder()
    const port = String(await freePort())
    const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/run.mjs start; true`], {
      env: { PATH: process.env.PATH, SEED: 'none', PORT: port, DATA_DIR: folder, npm_lifecycle_event: 'start' },
      stdio: 'ignore',
    })
    await expect.poll(() => statusOf(Number(port), '/health/ready').catch(() => 0), { timeout: 30_000 }).toBe(200)
    shell.kill('SIGTERM')
    await expect.poll(() => postgresOn(folder), { timeout: 10_000 }).toEqual([])
    await expect.poll(() => statusOf(Number(port), '/health/live').catch(() => 0), { timeout: 10_000 }).toBe(0)
  })

  it('says that it stops, goes on serving, and ends every page in progress', async () => {
    const program = await start({ DATA_DIR: dataFolder(), DRAIN_SECONDS: '2' })
    await program.ready()
    const agent = new Agent({ keepAlive: true })
    const page = (n: number) => pageOver(agent, program.port, `/mentors?q=teacher${n}&city=Indore`)
    // So many at once are no overload, even while other tests run.
    const numbers = Array.from({ length: 10 }, (_, n) => n)
    expect(new Set((await Promise.all(numbers.map((n) => page(n)))).map(({ status }) => status))).toEqual(
      new Set([200]),
    )

    program.child.kill('SIGTERM')
    await expect.poll(() => statusOf(program.port, '/health/ready'), { timeout: 1_500, interval: 20 }).toBe(503)
    const late = await page(100)
    expect([late.status, late.connection]).toEqual([200, 'close'])
    // Begun until the last moment: each page ends whole or is not accepted at all.
    const replies: { status: number }[] = []
    for (let n = 200; program.child.exitCode === null; n += 10) {
      const some = await Promise.allSettled(numbers.map((i) => page(n + i)))
      replies.push(...some.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
      if (some.every(({ status }) => status === 'rejected')) break
    }
    expect(await program.ended()).toBe(0)
    expect(replies.length).toBeGreaterThan(20)
    expect(replies.filter(({ status }) => status !== 200)).toEqual([])
  })

  it('leaves no process when stopped during start-up', { tags: ['full'] }, async () => {
    const folder = dataFolder()
    const program = await start({ DATA_DIR: folder })
    while (!existsSync(join(folder, 'postgres'))) await new Promise((resolve) => setTimeout(resolve, 5))
    program.child.kill('SIGTERM')
    expect(await program.ended()).toBe(0)
    expect(postgresOn(folder)).toEqual([])
  })

  it('attaches to a database that is still running and recovers one that crashed', { tags: ['full'] }, async () => {
    const folder = dataFolder()
    const first = await start({ DATA_DIR: folder })
    await first.ready()
    const [database = 0] = postgresOn(folder)
    first.child.kill('SIGKILL')
    await first.ended()
    expect(postgresOn(folder)).toEqual([database])

    const second = await start({ DATA_DIR: folder })
    await second.ready()
    expect(postgresOn(folder)).toEqual([database])
    second.child.kill('SIGKILL')
    process.kill(database, 'SIGKILL')
    await second.ended()

    const third = await start({ DATA_DIR: folder })
    await third.ready()
    expect(await statusOf(third.port, '/health/ready')).toBe(200)
    third.child.kill('SIGTERM')
    expect(await third.ended()).toBe(0)
    expect(postgresOn(folder)).toEqual([])
  })

  it('restarts its database when it is killed', { tags: ['full'] }, async () => {
    const folder = dataFolder()
    const program = await start({ DATA_DIR: folder })
    await program.ready()
    process.kill(postgresOn(folder)[0] ?? 0, 'SIGKILL')
    await expect.poll(() => statusOf(program.port, '/health/ready'), { timeout: 30_000, interval: 20 }).toBe(503)
    await expect.poll(() => statusOf(program.port, '/health/ready'), { timeout: 30_000 }).toBe(200)
    expect(await statusOf(program.port, '/mentors')).toBe(200)
    program.child.kill('SIGTERM')
    expect(await program.ended()).toBe(0)
    expect(postgresOn(folder)).toEqual([])
  })

  it('survives an unhandled rejection caused by the database, and exits on any other', {
    tags: ['full'],
  }, async () => {
    const folder = dataFolder()
    const forget = `let code = '57P01'
      process.on('SIGUSR2', () => { Promise.reject(Object.assign(new Error('forgotten ' + code), { code })); code = 'other' })`
    const program = await start({
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(forget)}`,
    })
    await program.ready()
    program.child.kill('SIGUSR2')
    await expect.poll(() => program.output()).toMatch(/"level":50.*forgotten 57P01.*stack.*unhandled rejection/)
    expect(await statusOf(program.port, '/health/ready')).toBe(200)
    program.child.kill('SIGUSR2')
    expect(await program.ended()).toBe(1)
    expect(program.output()).toContain('MentorSetu had to stop: Error: forgotten other')
    expect(postgresOn(folder)).toEqual([])
  })

  it('is not disturbed by a second start or a tool on the same folder', { tags: ['full'] }, async () => {
    const folder = dataFolder()
    const first = await start({ DATA_DIR: folder })
    await first.ready()
    const { code, lines } = await refusal({ DATA_DIR: folder })
    expect(lines).toEqual([
      expect.stringMatching(/^The data folder .* is in use by another MentorSetu \(process \d+\)/),
    ])
    expect(code).toBe(1)
    const tool = spawn(process.execPath, ['scripts/run.mjs', 'migrate'], {
      env: { PATH: process.env.PATH, DATA_DIR: folder },
    })
    expect((await once(tool, 'close'))[0]).toBe(0)
    expect(await statusOf(first.port, '/health/ready')).toBe(200)
  })
})

describe('npm start fails with one line and exit code 1', () => {
  it.each(
    few<[string, string, RegExp]>([
      ['HOST', '0.0.0.0', /^HOST is "0\.0\.0\.0", which others can reach.*ALLOW_SANDBOX=1/],
      ['PORT', 'eighty', /^PORT is "eighty", but must be a whole number from 1 to 65535\.$/],
      ['PUBLIC_URL', 'https://mentorsetu.example', /^PUBLIC_URL is .*a public address.*ALLOW_SANDBOX=1/],
      ['SEED', 'all', /^SEED is "all", but must be demo or none\.$/],
      ['MAIL_PROVIDER', 'smtp', /^SMTP_URL is missing: MAIL_PROVIDER=smtp needs it\.$/],
      [
        'DATABASE_URL',
        'postgres://me:hush@127.0.0.1:1/x',
        /^DATABASE_URL names a database that cannot be used: (?!.*hush)/,
      ],
    ]),
  )('when %s=%s', async (name, value, words) => {
    const folder = dataFolder()
    const { code, lines } = await refusal({ DATA_DIR: folder, [name]: value })
    expect(lines).toEqual([expect.stringMatching(words)])
    expect(code).toBe(1)
    expect(existsSync(join(folder, 'postgres'))).toBe(false)
  })

  it('when the port is in use', { tags: ['full'] }, async () => {
    const folder = dataFolder()
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const { code, lines } = await refusal({ DATA_DIR: folder, PORT: String(port) })
    other.close()
    expect(lines).toEqual([`PORT ${port} is in use by another program: stop that one, or set PORT to a free one.`])
    expect(code).toBe(1)
    expect(postgresOn(folder)).toEqual([])
  })

  it('when the data folder is a file', { tags: ['full'] }, async () => {
    const file = join(dataFolder(), 'data')
    writeFileSync(file, '')
    const { code, lines } = await refusal({ DATA_DIR: file })
    expect(lines).toEqual([expect.stringContaining(`DATA_DIR ${file} cannot be`)])
    expect(code).toBe(1)
  })

  it('when the database folder is foreign, incomplete, damaged or of another version', {
    tags: ['full'],
  }, async () => {
    const folder = dataFolder()
    const cluster = join(folder, 'postgres')
    const program = await start({ DATA_DIR: folder })
    await program.ready()
    program.child.kill('SIGTERM')
    await program.ended()

    const version = join(cluster, 'PG_VERSION')
    const control = join(cluster, 'global/pg_control')
    const kept = readFileSync(control)
    writeFileSync(version, '17\n')
    expect(await refusal({ DATA_DIR: folder })).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('made by PostgreSQL 17')],
    })
    writeFileSync(version, '18\n')
    writeFileSync(control, kept.subarray(0, 100))
    expect(await refusal({ DATA_DIR: folder })).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('PostgreSQL does not start')],
    })
    rmSync(control)
    expect(await refusal({ DATA_DIR: folder })).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('is broken or not ours')],
    })
    rmSync(cluster, { recursive: true })
    mkdirSync(cluster)
    writeFileSync(join(cluster, 'notes.txt'), 'somebody else')
    expect(await refusal({ DATA_DIR: folder })).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('is broken or not ours')],
    })
    expect(postgresOn(folder)).toEqual([])
  })

  it.skipIf(!isRoot)('when the database user may not enter a parent folder', { tags: ['full'] }, async () => {
    const closed = join(dataFolder(), 'closed')
    mkdirSync(closed)
    chmodSync(closed, 0o700)
    const { code, lines } = await refusal({ DATA_DIR: join(closed, 'data') })
    expect(lines).toEqual([expect.stringContaining(`The folder ${closed} is closed to the user`)])
    expect(code).toBe(1)
  })
})
