import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { SharedRedis } from './redis.ts'

/** Rate limiter. */
export type Limiter = {
  /** Counts one request for `key`. @returns milliseconds to wait before the next try; 0 if allowed */
  take(key: string): Promise<number>
}
type Limit = { points: number; seconds: number }

export type Limits = (name: string, limit: Limit) => Limiter

/** Limits across processes with Redis; per process without it or while it is away. */
export function createLimits(redis: SharedRedis | null): Limits {
  return (name, { points, seconds: duration }) => {
    const settings = { keyPrefix: `mentorsetu:${name}`, points, duration }
    const alone = new RateLimiterMemory(settings)
    const counter = redis
      ? new RateLimiterRedis({
          ...settings,
          storeClient: redis.client,
          rejectIfRedisNotReady: true,
          insuranceLimiter: alone,
        })
      : alone
    return {
      async take(key) {
        try {
          await counter.consume(key)
          return 0
        } catch (refused) {
          if (refused instanceof RateLimiterRes) return Math.max(refused.msBeforeNext, 1)
          throw refused
        }
      },
    }
  }
}
