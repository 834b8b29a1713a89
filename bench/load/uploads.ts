import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import autocannon from 'autocannon'
import { consentText } from '#contract/people/consent-texts.ts'
import { createLifecycle } from '#server/platform/lifecycle.ts'
import { buildIsFresh, buildWeb } from '../../scripts/build-web.ts'
import { scratchFolder } from '../../scripts/scratch-folder.ts'
import { openDemoSite } from './demo-site.ts'
import type { Measured } from './measured-process.ts'
import type { SendersTask, SentFile } from './upload-senders.ts'

const megabyte = 1024 * 1024
const task = { files: 50, bytes: 20 * megabyte, partBytes: 2 * megabyte }
const accounts = 10
const maxResidentMb = 400
const maxSlowdown = 2
const list = '/api/mentor?class=8&subject=mathematics&area=Vijay%20Nagar&city=Indore'
// Families browse lists during uploads at a fixed rate per second, however slow replies are.
const listsASecond = 40
const quietSeconds = 20

/** Logs in a new family with the code from the outbox; returns its cookie. */
async function logIn(origin: string, phone: string): Promise<string> {
  const post = (path: string, body: object, cookie = '') =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const cookiesOf = (reply: Response) =>
    reply.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
  const sent = await post('/api/otp/send-otp', { mobile: phone, userType: 'student' })
  const { verificationId } = (await sent.json()) as { verificationId: string } // safe: our own reply
  const outbox = (await (await fetch(`${origin}/dev/outbox.json`)).json()) as { to: string; data: { code: string } }[] // safe: our own list
  const code = outbox.find(({ to }) => to === phone)?.data.code
  const consent = { language: 'en', version: consentText('account', 'en').version }
  const verified = await post(
    '/api/otp/verify-otp',
    { verificationId, code, phone, userType: 'student', consent },
    cookiesOf(sent),
  )
  if (!verified.ok) throw new Error(`login failed: ${await verified.text()}`)
  return cookiesOf(verified)
}

/** p99 of the list endpoint in ms, for some seconds or until `ended`. */
async function readLists(
  origin: string,
  seconds: number,
  ended?: Promise<unknown>,
): Promise<{ p99: number; count: number; failed: number }> {
  const run = autocannon({ url: origin + list, connections: 4, overallRate: listsASecond, duration: seconds })
  ended?.then(() => (run as unknown as { stop(): void }).stop()) // safe: autocannon's promise is also its instance
  const { latency, requests, non2xx, errors, timeouts } = await run
  return { p99: latency.p99, count: requests.total, failed: non2xx + errors + timeouts }
}

async function sendFiles(origin: string, cookies: string[]): Promise<SentFile[]> {
  const workerData: SendersTask = { ...task, origin, cookies }
  const senders = new Worker(new URL('./upload-senders.ts', import.meta.url), { workerData })
  const [files] = await once(senders, 'message')
  return files as SentFile[] // safe: the only message of the senders
}

async function measure(app: Measured): Promise<boolean> {
  const cookies: string[] = []
  for (let i = 0; i < accounts; i++) cookies.push(await logIn(app.origin, `98980000${String(i).padStart(2, '0')}`))
  await readLists(app.origin, 2)
  const quiet = await readLists(app.origin, quietSeconds)
  const before = await app.read()
  const began = performance.now()
  const sending = sendFiles(app.origin, cookies)
  const busy = await readLists(app.origin, 300, sending)
  const files = await sending
  const seconds = (performance.now() - began) / 1000
  const after = await app.read()
  const later = await readLists(app.origin, quietSeconds)
  const wrong = files.filter(({ ok }) => !ok)
  // Measured before and after, so that other load on the machine affects both.
  const ratio = busy.p99 / ((quiet.p99 + later.p99) / 2)
  const slowest = Math.max(...files.map((one) => one.seconds))
  console.log(
    `${task.files} uploads of ${task.bytes / megabyte} MB at once, half of them in parts of ${task.partBytes / megabyte} MB`,
  )
  console.log(
    `  accepted      ${files.length - wrong.length} in ${seconds.toFixed(1)} s, the slowest in ${slowest.toFixed(1)} s, ${(((files.length - wrong.length) * task.bytes) / megabyte / seconds).toFixed(0)} MB/s`,
  )
  for (const { words } of wrong.slice(0, 3)) console.log(`  failed       ${words}`)
  const isSmall = after.peakMb < maxResidentMb
  console.log(
    `  resident     ${before.residentMb.toFixed(0)} MB before, ${after.residentMb.toFixed(0)} MB after, at most ${after.peakMb.toFixed(0)} MB, allowed ${maxResidentMb} MB: ${isSmall ? 'OK' : 'over'}`,
  )
  const isQuick = ratio < maxSlowdown
  console.log(
    `  list, p99    ${quiet.p99} and ${later.p99} ms idle (${quiet.count + later.count}), ${busy.p99} ms under load (${busy.count}), ratio ${ratio.toFixed(2)}, allowed ${maxSlowdown}: ${isQuick ? 'OK' : 'over'}`,
  )
  return wrong.length === 0 && isSmall && isQuick && quiet.failed + busy.failed + later.failed === 0
}

const life = createLifecycle(() => console.log('\nStopping …'))
const folder = scratchFolder('load')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
try {
  // Built in advance, because building pages in a process permanently increases its memory use.
  if (!(await buildIsFresh())) await buildWeb()
  const { app } = await openDemoSite(life, folder, { mentors: 600, port: 4750, variables: { TRUST_PROXY: 'loopback' } })
  if (!(await measure(app))) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
await life.close()
process.exit()
