import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/platform/database.ts'

/** Channels between processes: public pages, catalogue and places to reload, and events for open windows. */
export type Channel = 'public_pages' | 'live' | 'catalogue' | 'places'

const retryMs = 1_000
const receiveTimeoutMs = 5_000

/** Notifies every process when the transaction of `db` commits. `text`: at most 7,900 bytes. */
export async function notifyChange(db: Db, channel: Channel, text = ''): Promise<void> {
  await sql`select pg_notify(${channel}, ${text})`.execute(db)
}

/** `isListening` is false while notifications may be missed. */
export type Listener = { isListening(): boolean; stop(): Promise<void> }

/**
 * Calls `onChange` for every notification of a channel, on its own connection, which reconnects when lost. Also calls it
 * without a text after each connect, because some may have been missed.
 */
export function listenForChanges(url: string, channel: Channel, onChange: (text?: string) => void): Listener {
  const connection = {
    connectionString: url,
    application_name: 'mentorsetu-changes',
    connectionTimeoutMillis: receiveTimeoutMs,
  }
  const end = new AbortController()
  let isListening = false
  const lost = () => {
    isListening = false
  }

  async function listen(): Promise<void> {
    const client = new pg.Client({ ...connection, keepAlive: true, keepAliveInitialDelayMillis: 30_000 })
    const ended = new Promise<void>((done) => client.once('end', () => done()))
    client.on('error', lost)
    const leave = () => void client.end().catch(() => {})
    end.signal.addEventListener('abort', leave)
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      await assertReceives(client)
      client.on('notification', ({ payload }) => onChange(payload))
      isListening = true
      onChange()
      await ended
    } finally {
      lost()
      end.signal.removeEventListener('abort', leave)
      leave()
    }
  }

  /** Throws if notifications do not arrive: a pooler accepts LISTEN but delivers nothing. */
  async function assertReceives(client: pg.Client): Promise<void> {
    const received = once(client, 'notification', {
      signal: AbortSignal.any([end.signal, AbortSignal.timeout(receiveTimeoutMs)]),
    })
    received.catch(() => {}) // awaited below
    const other = new pg.Client(connection)
    other.on('error', () => {})
    try {
      await other.connect()
      await other.query('select pg_notify($1, $2)', [channel, 'heard'])
    } finally {
      await other.end().catch(() => {})
    }
    await received
  }

  async function keepListening(): Promise<void> {
    while (!end.signal.aborted) {
      await listen().catch(() => {})
      await pause(retryMs, undefined, { signal: end.signal, ref: false }).catch(() => {})
    }
  }
  const listening = keepListening().catch(() => {})

  return {
    isListening: () => isListening,
    async stop() {
      end.abort()
      await listening
    },
  }
}

/**
 * Runs `read` on every notification of a channel, one run at a time. A failure is logged and retried every second until it
 * succeeds or the program stops. `again` runs it without a notification.
 */
export function reloadOnChange(
  url: string,
  channel: Channel,
  { read, log }: { read: () => Promise<void>; log: FastifyBaseLogger },
): Listener & { again(): void } {
  const end = new AbortController()
  let last = Promise.resolve()
  let isWaiting = false
  async function readUntilDone(): Promise<void> {
    while (!end.signal.aborted) {
      // Changes from here on may be missed by this run.
      isWaiting = false
      try {
        return await read()
      } catch (error) {
        if (!end.signal.aborted) log.warn({ err: error, channel }, 'reload failed, retrying')
      }
      await pause(retryMs, undefined, { signal: end.signal, ref: false }).catch(() => {})
    }
  }
  const again = () => {
    if (isWaiting) return
    isWaiting = true
    last = last.then(readUntilDone).catch((error: unknown) => log.error(error, 'reloading stopped'))
  }
  const listener = listenForChanges(url, channel, again)
  return {
    isListening: listener.isListening,
    again,
    async stop() {
      end.abort()
      await listener.stop()
      await last
    },
  }
}
