import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { FastifyBaseLogger, InjectOptions } from 'fastify'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { JobName } from '#server/jobs.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { openQueue } from '#server/platform/queue.ts'
import { jobHandlers } from '#server/worker.ts'
import { setAhead, shiftDate } from './clock.ts'
import { prepareRepeated } from './statements.ts'

/** What the simulation asks of a process; `id` names the reply. */
export type Order = { id: number } & (
  | { do: 'call'; request: InjectOptions }
  | { do: 'run'; job: JobName }
  | { do: 'work' }
  | { do: 'count' }
  | { do: 'clock'; aheadMs: number }
  | { do: 'phones'; work: boolean }
  | { do: 'stop' }
)
export type HttpReply = { status: number; text: string; cookies: { name: string; value: string }[] }
/** What a process reports: a reply, an unexpected log line, or a text message that reached its phone. */
export type Report =
  | { id: number; reply?: HttpReply; error?: string }
  | { logged: string }
  | { sms: { phone: string; event: string; text: string } }
export type ProcessInput = { url: string; variables: Record<string, string>; aheadMs: number }

/** One program of the marketplace in a thread of its own, with its own clock. Ending the thread is a kill. */
async function run(port: NonNullable<typeof parentPort>, { url, variables, aheadMs }: ProcessInput): Promise<void> {
  setAhead(aheadMs)
  shiftDate()
  const report = (one: Report) => port.postMessage(one)
  const pool = openPool(url, { connections: 6, name: 'decade' })
  prepareRepeated(pool)
  const db = openDatabase(pool)
  const queue = await openQueue(url, { maintain: false })
  const log = reportingLog((text) => report({ logged: text }))
  const { app, context } = await buildApp({ config: readConfig(variables), db, pool, queue, log })
  let phonesWork = true
  context.sms = {
    async sendText({ phone, event, values }) {
      if (!phonesWork) throw new Error('the network took no message')
      report({ sms: { phone, event, text: JSON.stringify(values) } })
      return 'sent'
    },
  }
  const handlers = jobHandlers(context)
  await app.ready()

  async function obey(order: Order): Promise<HttpReply | undefined> {
    if (order.do === 'call') {
      const reply = await app.inject(order.request)
      const cookies = reply.cookies.map(({ name, value }) => ({ name, value }))
      return { status: reply.statusCode, text: reply.body, cookies }
    }
    // safe: scheduled jobs take no input
    if (order.do === 'run') await (handlers[order.job] as (body: object) => Promise<void>)({})
    else if (order.do === 'work') await queue.runWaiting(handlers)
    else if (order.do === 'count') await context.securityLog.write()
    else if (order.do === 'clock') setAhead(order.aheadMs)
    else if (order.do === 'phones') phonesWork = order.work
    else {
      await app.close()
      await queue.stop()
      await db.destroy()
    }
    return undefined
  }
  port.on('message', (order: Order) => {
    obey(order).then(
      (reply) => report(reply ? { id: order.id, reply } : { id: order.id }),
      (error: unknown) =>
        report({ id: order.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
  report({ id: 0 })
}

/** Reports lines at error; warnings are part of a bad day. */
function reportingLog(tell: (text: string) => void): FastifyBaseLogger {
  const silent = () => {}
  const error = (about: unknown, text?: string) => {
    const cause = typeof about === 'object' && about !== null && 'err' in about ? about.err : about
    const why = cause instanceof Error ? (cause.stack ?? cause.message) : JSON.stringify(about)
    tell(`${text ?? ''} ${why}`.trim())
  }
  const log = { level: 'error', info: silent, warn: silent, debug: silent, trace: silent, silent, error, fatal: error }
  // safe: the server uses no other part of a logger
  return Object.assign(log, { child: () => log, setBindings: silent }) as unknown as FastifyBaseLogger
}

if (!isMainThread && parentPort) await run(parentPort, workerData as ProcessInput) // safe: started by `startProcess`
