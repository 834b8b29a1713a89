import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { addRefused, makePdf, makePhoto, sendFile, zeroStream } from '#test/uploads.ts'
import { runChild } from './watched-child.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'mentorsetu-pdf-'))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const megabyte = 1024 ** 2
const login = () => app.login(newPhone(), 'student')
const send = (who: LoggedIn, file: Buffer) => sendFile(who, { kind: 'raw', preset: 'mentor-cv', file })
const script = '/OpenAction << /S /JavaScript /JS 4 0 R >>'
const attached = '/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) /EF << /F 4 0 R >> >>] >> >>'

/** Peak resident memory of child processes, and memory growth of this process, during `work`. */
async function measured<T>(work: () => Promise<T>) {
  const peaks = new Map<string, number>()
  const before = process.memoryUsage.rss()
  let peak = before
  const sample = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
    for (const thread of readdirSync('/proc/self/task')) {
      const children = readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean)
      for (const pid of children) peaks.set(pid, Math.max(peaks.get(pid) ?? 0, peakOf(pid)))
    }
  }
  const timer = setInterval(sample, 2)
  const result = await work().finally(() => clearInterval(timer))
  return { result, peaks: [...peaks.values()], growth: peak - before }
}
function peakOf(pid: string): number {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}

describe.skipIf(process.platform !== 'linux')('a PDF that unpacks to 1.5 GB', () => {
  async function expectStopped(_: string, catalog: string, code: string) {
    const who = await login()
    const bomb = makePdf(1, catalog, [zeroStream(1500)])
    const { result, peaks, growth } = await measured(() => send(who, bomb))
    expect([result.status, result.body.error.code]).toEqual([422, code])
    expect(peaks).toHaveLength(1)
    expect(peaks[0]).toBeGreaterThan(20 * megabyte)
    // Unlimited it takes 2.9 GB in ten seconds. The limit is 350 MB, and memory grows further between two samples.
    expect(peaks[0]).toBeLessThan(700 * megabyte)
    expect(growth).toBeLessThan(100 * megabyte)
    expect((await send(who, makePdf(2))).body).toMatchObject({ pages: 2 })
  }
  const scriptByName = '/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS 4 0 R >>] >> >>'
  test.each([
    ['as the script that runs when it is opened', script, 'file-broken'],
    ['as a script by name', scriptByName, 'file-broken'],
    ['as an attachment', attached, 'pdf-active'],
  ])('%s is stopped in time', { tags: ['full'] }, expectStopped)

  test('in an unused object is accepted', async () => {
    const { result, peaks } = await measured(async () => send(await login(), makePdf(1, '', [zeroStream(1500)])))
    expect(result.body).toMatchObject({ pages: 1 })
    expect(peaks.every((peak) => peak < 200 * megabyte)).toBe(true)
  })
})

test.each(['/Width 12500 /Height 12500', '/W 12500 /H 12500'])(
  'a PDF with a picture of 156 megapixels is refused: %s',
  async (size) => {
    const picture = zeroStream(447).replace(
      '<<',
      `<< /Type /XObject /Subtype /Image ${size} /ColorSpace /DeviceRGB /BitsPerComponent 8`,
    )
    const { status, body } = await send(await login(), makePdf(1, '', [picture]))
    expect([status, body.error.code]).toEqual([422, 'photo-too-many-pixels'])
  },
)

describe('an account with ten rejected PDFs in an hour', () => {
  const broken = makePdf(1, script.replace('4 0 R', '(app.alert\\(1\\))'))

  test('is blocked for the hour, even for parallel uploads; other accounts are not', { tags: ['full'] }, async () => {
    const who = await login()
    const other = await login()
    await addRefused(app.db, who, 7)
    const replies = await Promise.all(Array.from({ length: 7 }, () => send(who, broken)))
    const codes = replies.map(({ status, body }) => `${status} ${body.error.code}`).sort()
    expect(codes).toEqual([...Array(3).fill('422 pdf-active'), ...Array(4).fill('429 upload-limit')])
    const photo = { kind: 'image', preset: 'mentor-photo', file: await makePhoto(300, 300) } as const
    expect((await sendFile(who, photo)).body.error.code).toBe('upload-limit')
    expect((await send(who, makePdf(1))).body.error.code).toBe('upload-limit')
    expect((await send(other, makePdf(1))).status).toBe(200)
    await sql`update media set created_at = created_at - interval '61 minutes'
      where account_id = (select id from account where phone = ${who.phone})`.execute(app.db)
    expect((await send(who, makePdf(1))).status).toBe(200)
  })

  test('is counted by PDFs that were opened: valid, incomplete and other files do not count', {
    tags: ['full'],
  }, async () => {
    const who = await login()
    await addRefused(app.db, who, 8)
    expect((await send(who, broken)).status).toBe(422)
    for (const file of [makePdf(1), Buffer.from('hello, this is a letter'), makePdf(1).subarray(0, 100)])
      await send(who, file)
    expect((await send(who, makePdf(1))).status).toBe(200)
    expect((await send(who, broken)).body.error.code).toBe('pdf-active')
    expect((await send(who, makePdf(1))).body.error.code).toBe('upload-limit')
  })
})

describe('a child process', () => {
  const limits = { maxMs: 20_000, maxBytes: 350 * megabyte }
  async function child(name: string, text: string) {
    const path = join(folder, `${name}.mjs`)
    await writeFile(path, text)
    return { file: pathToFileURL(path), pidFile: join(folder, `${name}.pid`) }
  }
  const writePid = `import { writeFileSync } from 'node:fs'\nwriteFileSync(process.argv[2], String(process.pid))\n`
  const isRunning = async (pid: string) => (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== ''

  test('that hangs is killed', { tags: ['full'] }, async () => {
    const { file, pidFile } = await child('busy', `${writePid}for (;;);`)
    expect(await runChild(file, [pidFile], { ...limits, maxMs: 4000 })).toBeNull()
    expect(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0)).toThrow('ESRCH')
  })

  test('that ends without a message or cannot be started returns null', async () => {
    expect(await runChild((await child('silent', '')).file, [], limits)).toBeNull()
    expect(await runChild((await child('failing', 'throw new Error()')).file, [], limits)).toBeNull()
    expect(await runChild(pathToFileURL(join(folder, 'missing.mjs')), [], limits)).toBeNull()
  })

  test('is nicer than its parent, and only one runs at a time', async () => {
    const text = `import { existsSync, rmSync, writeFileSync } from 'node:fs'
      import { getPriority } from 'node:os'
      const [file] = process.argv.slice(2)
      const isAlone = !existsSync(file)
      writeFileSync(file, '')
      setTimeout(() => {
        rmSync(file, { force: true })
        process.send([isAlone, getPriority()])
      }, 50)`
    const { file, pidFile } = await child('alone', text)
    const expected = [true, Math.min(19, getPriority() + 10)]
    const replies = await Promise.all([1, 2, 3].map(() => runChild(file, [pidFile], limits)))
    expect(replies).toEqual([expected, expected, expected])
  })

  test('that is urgent goes before those that wait', async () => {
    const { file } = await child('prompt', 'process.send(1)')
    const order: string[] = []
    const start = async (name: string, isUrgent: boolean) => {
      await runChild(file, [], { ...limits, isUrgent })
      order.push(name)
    }
    const waiting = [start('running', false), start('scan', false), start('next scan', false)]
    await Promise.all([...waiting, start('opened', true), start('opened next', true)])
    expect(order).toEqual(['running', 'opened', 'opened next', 'scan', 'next scan'])
  })

  test('has an empty environment and has ended when its message is returned', async () => {
    const text = `import { env } from 'node:process'\n${writePid}process.on('disconnect', () => {})\nprocess.send(env)`
    const { file, pidFile } = await child('env', text)
    const env = await runChild(file, [pidFile], limits)
    expect(Object.keys(env as object).filter((name) => !name.startsWith('NODE_CHANNEL_'))).toEqual([])
    expect(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0)).toThrow('ESRCH')
  })

  test.skipIf(process.platform !== 'linux')(
    'that reads a PDF ends with its parent, even while it is busy',
    { tags: ['full'] },
    async () => {
      const pdf = join(folder, 'long.pdf')
      await writeFile(pdf, makePdf(1, script, [zeroStream(3000)]))
      const worker = new URL('./pdf-worker.ts', import.meta.url).pathname
      const { file } = await child(
        'asker',
        `import { fork } from 'node:child_process'
       console.log(fork(${JSON.stringify(worker)}, ['check', ${JSON.stringify(pdf)}, ${JSON.stringify(`${pdf}.out`)}, '20'], { execArgv: [] }).pid)`,
      )
      const asker = spawn(process.execPath, [file.pathname], { stdio: ['ignore', 'pipe', 'ignore'] })
      const pid = String(await new Promise((done) => asker.stdout.once('data', done))).trim()
      await vi.waitFor(() => expect(peakOf(pid)).toBeGreaterThan(130 * megabyte), { timeout: 10_000, interval: 5 })
      asker.kill('SIGKILL')
      await vi.waitFor(async () => expect(await isRunning(pid)).toBe(false), { timeout: 8_000 })
    },
  )
})
