import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts what one person does in a while. */
export type Limiter = {
  /** Counts one more for `key`. @returns milliseconds to wait before the next try; 0 when this one may go on */
  take(key: string): Promise<number>
}
type Limit = { points: number; seconds: number }

/** Makes limiters by name. */
export type Limits = (name: string, limit: Limit) => Limiter

/** Limits of one process. */
export function createLimits(): Limits {
  return (keyPrefix, { points, seconds: duration }) => {
    const counter = new RateLimiterMemory({ keyPrefix, points, duration })
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
