import fastify, { type FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import { loggedIds } from './work-ids.ts'

export type Log = FastifyBaseLogger

// Never logged: credentials, payment data and personal data.
const secretFields = ['otp', 'token', 'phone', 'phoneNumber', 'cookie', 'authorization', 'password', 'secret', 'email']

/**
 * JSON log on standard output, or to `stream`. Each line has the ids of its request and job. Secret fields are removed.
 */
export function createLog(config: Pick<Config, 'logLevel'>, stream?: { write(line: string): void }): Log {
  // Reuses Fastify's pino, so that there is one logger and one version of it.
  return fastify({
    logger: {
      level: config.logLevel,
      ...(stream && { stream }),
      mixin: loggedIds,
      redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
      serializers: {
        req: (request) => ({ method: request.method, path: withoutSecrets(request.url ?? ''), ip: request.ip }),
        // Omits `detail`, in which PostgreSQL repeats the row.
        err: (error) => ({ type: error.name, message: error.message, code: error.code, stack: error.stack ?? '' }),
      },
    },
  }).log
}

/** The path of an address, without its query, which can hold a phone number, and without tokens and keys of links. */
export function withoutSecrets(url: string): string {
  const path = url.split('?')[0] ?? url
  // Tokens are whole segments; names of mentors and pages have hyphens or are shorter.
  return path
    .replace(/(?<=^\/(?:hi\/)?(?:message-off|cases\/[^/]+)\/).+/i, '…')
    .replace(/(?<=\/)(?=[^/]*[A-Z\d])[\w=.~-]{20,}(?=\/|$)/g, (segment) => (isUuid.test(segment) ? segment : '…'))
}
const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
