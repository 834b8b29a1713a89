import fastify, { type FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'

export type Log = FastifyBaseLogger

// Never written, wherever they appear: what logs somebody in, pays, or says who somebody is.
const secretFields = ['otp', 'token', 'phone', 'phoneNumber', 'cookie', 'authorization', 'password', 'secret', 'email']

/**
 * One JSON line for each event on standard output. Addresses are written without their query, which can hold a phone
 * number, and fields that hold secrets are removed.
 */
export function createLog(config: Pick<Config, 'logLevel'>): Log {
  // Fastify's own pino, so that there is one logger and no second version of it.
  return fastify({
    logger: {
      level: config.logLevel,
      redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
      serializers: {
        req: (request) => ({ method: request.method, path: request.url?.split('?')[0], ip: request.ip }),
        // Not its details: a database's error repeats the row there.
        err: (error) => ({ type: error.name, message: error.message, code: error.code, stack: error.stack ?? '' }),
      },
    },
  }).log
}
