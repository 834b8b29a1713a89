import { createAdapter } from '@socket.io/redis-streams-adapter'
import { Redis, type RedisOptions } from 'ioredis'
import type { Config } from '#server/config.ts'
import type { Log } from './log.ts'

/** What several processes share besides the database: nothing that must not be lost, because it may be away at any time. */
export type SharedRedis = {
  /** Refuses at once what cannot be done now: nothing waits for it to come back. */
  client: Redis
  isReady(): boolean
  /** For Socket.IO. What cannot be told to the other processes is told to this one's windows all the same. */
  adapter: ReturnType<typeof createAdapter>
  /** After the adapter. */
  close(): void
}

const name = 'mentorsetu'
const maxPauseMs = 10_000
const answerMs = 500
const silenceMs = 2_000
const pingMs = 1_000
const retryMs = 1_000
// Of a connection that waits for news: longer than the adapter lets it wait.
const readerSilenceMs = 15_000

/** Tries for ever, more slowly the longer it is away, and a little apart from the other processes. */
const retryStrategy = (times: number) =>
  Math.min(100 * 2 ** Math.min(times, 10), maxPauseMs) * (0.75 + Math.random() / 4)

/** Connects in the background and stays at it: the program works without, more slowly between processes. Null without REDIS_URL. */
export function openRedis({ redisUrl }: Pick<Config, 'redisUrl'>, log: Log): SharedRedis | null {
  if (!redisUrl) return null
  const usual: RedisOptions = { connectTimeout: 5_000, keepAlive: 10_000, connectionName: name, retryStrategy }
  const client = new Redis(redisUrl, {
    ...usual,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMs,
    socketTimeout: silenceMs,
  })
  let isAway = false
  const away = (error?: Error) => {
    if (!isAway) log.warn({ reason: error?.message ?? 'the connection ended' }, 'redis is away')
    isAway = true
  }
  client.on('error', away)
  client.on('close', () => client.status !== 'end' && away())
  client.on('ready', () => {
    if (isAway) log.warn('redis is back')
    isAway = false
  })

  // A server that hangs is noticed before somebody waits for it.
  const pinging = setInterval(() => void client.ping().catch(() => {}), pingMs).unref()

  const readers: Redis[] = []
  /** A connection of the adapter's that waits for the server to come back. */
  function reader(): Redis {
    const one = new Redis(redisUrl ?? '', { ...usual, maxRetriesPerRequest: null, socketTimeout: readerSilenceMs })
    one.on('error', () => {}) // `client` tells it
    readers.push(one)
    // The adapter reads again at once after a failure, which could keep the process busy with nothing else.
    replace(one, 'xread', async (read, args) => {
      try {
        return await read(...args)
      } catch (error) {
        await new Promise((done) => setTimeout(done, retryMs).unref())
        throw error
      }
    })
    // And it awaits this nowhere.
    replace(one, 'subscribe', (subscribe, args) => subscribe(...args).catch(() => {}))
    return one
  }
  const own = Object.assign(client, { duplicate: reader })
  // A failure here would keep the adapter from telling the windows of this process.
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
  const original = redis[command].bind(redis) as Command // true: all of them answer promises without a callback
  Object.assign(redis, { [command]: (...args: unknown[]) => by(original, args) })
}
