import fastify, { type FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'

export type Log = FastifyBaseLogger

// Never logged: credentials, payment data and personal data.
const secretFields = ['otp', 'token', 'phone', 'phoneNumber', 'cookie', 'authorization', 'password', 'secret', 'email']

/**
 * JSON log on standard output, or to `stream`. URLs are logged without their query, which can hold a phone number, and secret fields are
 * removed.
 */
export function createLog(config: Pick<Config, 'logLevel'>, stream?: { write(line: string): void }): Log {
  // Reuses Fastify's pino, so that there is one logger and one version of it.
  return fastify({
    logger: {
      level: config.logLevel,
      ...(stream && { stream }),
      redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
      serializers: {
        req: (request) => ({ method: request.method, path: request.url?.split('?')[0], ip: request.ip }),
        // Omits `detail`, in which PostgreSQL repeats the row.
        err: (error) => ({ type: error.name, message: error.message, code: error.code, stack: error.stack ?? '' }),
      },
    },
  }).log
}
