import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { DatabaseWatch } from './database-watch.ts'
import { AppError } from './errors.ts'
import type { SharedRedis } from './redis.ts'

type State = { db: Db; database: DatabaseWatch; redis: SharedRedis | null; isReady?: () => boolean }

/** Tells a balancer whether the process runs, and whether it should get requests. */
export function healthChecks(app: FastifyInstance, { db, database, redis, isReady }: State): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async () => {
    if (isReady?.() === false || database.isAway() || !database.canWrite()) throw new AppError('not-ready')
    await sql`select 1`.execute(db).catch(() => {
      throw new AppError('not-ready')
    })
    // Redis is optional: without it only messages between processes are slower.
    return { status: 'ready', ...(redis ? { redis: redis.isReady() ? 'ready' : 'away' } : {}) }
  })
}
