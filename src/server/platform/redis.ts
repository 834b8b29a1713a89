import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Redis, type RedisOptions } from 'ioredis'
import type { Config } from '#server/config.ts'
import type { Log } from './log.ts'

/** What processes share besides the database. It may be unavailable at any time, so nothing in it may be irreplaceable. */
export type SharedRedis = {
  /** Fails fast while Redis is away; no command is queued. */
  client: Redis
  isReady(): boolean
  /** Adapter for Socket.IO. Without Redis, events still reach the windows of this process. */
  adapter: ReturnType<typeof createAdapter>
  /** Call after closing the adapter. */
  close(): void
}

const name = 'mentorsetu'
const maxPauseMs = 10_000
const answerMs = 500
const silenceMs = 2_000
const pingMs = 1_000
const retryMs = 1_000
// Time-out of the connection that blocks on reads; longer than the adapter's blocking time.
const readerSilenceMs = 15_000

/** Reconnects for ever with growing, randomised delays. */
const retryStrategy = (times: number) =>
  Math.min(100 * 2 ** Math.min(times, 10), maxPauseMs) * (0.75 + Math.random() / 4)

/** Connects in the background and keeps reconnecting; the program works without Redis. Null without REDIS_URL. */
export function openRedis({ redisUrl }: Pick<Config, 'redisUrl'>, log: Log): SharedRedis | null {
  if (!redisUrl) return null
  const defaults: RedisOptions = { connectTimeout: 5_000, keepAlive: 10_000, connectionName: name, retryStrategy }
  const client = new Redis(redisUrl, {
    ...defaults,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMs,
    socketTimeout: silenceMs,
  })
  let isAway = false
  const away = (error?: Error) => {
    if (!isAway) log.warn({ event: 'redis-away', reason: error?.message ?? 'the connection ended' }, 'redis is away')
    isAway = true
  }
  client.on('error', away)
  client.on('close', () => client.status !== 'end' && away())
  client.on('ready', () => {
    if (isAway) log.warn({ event: 'redis-back' }, 'redis is back')
    isAway = false
  })

  // Detects a hung server before a user waits for it.
  const pinging = setInterval(() => void client.ping().catch(() => {}), pingMs).unref()

  const readers: Redis[] = []
  /** A connection for the adapter that waits for the server to return. */
  function reader(): Redis {
    const one = new Redis(redisUrl ?? '', { ...defaults, maxRetriesPerRequest: null, socketTimeout: readerSilenceMs })
    one.on('error', () => {}) // reported by `client`
    readers.push(one)
    // The adapter retries reads at once after a failure, which could saturate the process.
    replace(one, 'xread', async (read, args) => {
      try {
        return await read(...args)
      } catch (error) {
        await new Promise((done) => setTimeout(done, retryMs).unref())
        throw error
      }
    })
    // The adapter does not await this call.
    replace(one, 'subscribe', (subscribe, args) => subscribe(...args).catch(() => {}))
    return one
  }
  const own = Object.assign(client, { duplicate: reader })
  // A failure would keep the adapter from emitting to this process's windows.
  replace(own, 'xadd', (add, args) => add(...args).catch(() => ''))
  return {
    client,
    isReady: () => client.status === 'ready',
    adapter: createAdapter(own, { streamName: `${name}:live`, channelPrefix: name, onlyPlaintext: true }),
    close() {
      clearInterval(pinging)
      for (const one of [client, ...readers]) one.disconnect()
    },
  }
}

type Command = (...args: unknown[]) => Promise<unknown>

function replace(
  redis: Redis,
  command: 'xadd' | 'xread' | 'subscribe',
  by: (original: Command, args: unknown[]) => unknown,
): void {
  const original = redis[command].bind(redis) as Command // safe: all of them return promises without a callback
  Object.assign(redis, { [command]: (...args: unknown[]) => by(original, args) })
}
