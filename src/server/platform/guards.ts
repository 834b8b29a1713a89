import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Access, type AdminRole, adminRoles, type Caller } from '#contract/wire/endpoint.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError } from './errors.ts'
import { readViewer, type UserType } from './sessions.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Record<Caller, Access>
    /** Minimum admin role. */
    role?: AdminRole
    /** A webhook with a signature: exempt from the origin check and idempotency keys. */
    signed?: boolean
    /** A read that is expensive or calls a provider: rate-limited like a write. */
    isCostlyRead?: boolean
    /** The reply holds a secret and is never stored for an idempotency key. */
    secretReply?: boolean
  }
}

const callerOf: Record<UserType, Caller> = { student: 'family', mentor: 'mentor', admin: 'admin' }
const reads = new Set(['GET', 'HEAD', 'OPTIONS'])
export const isWrite = (request: { method: string }) => !reads.has(request.method)

/** Whether the request comes from one of our pages or from a client other than a browser. */
export function isSameOrigin(config: Config, headers: FastifyRequest['headers']): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const origin = headers.origin
  if (origin === undefined) return true
  if (origin === config.publicUrl) return true
  // On loopback any name of this machine will do, but only with our port.
  const ours = new URL(config.publicUrl)
  const loopback = ['localhost', '127.0.0.1', '[::1]']
  const theirs = URL.canParse(origin) ? new URL(origin) : null
  return (
    theirs !== null &&
    loopback.includes(ours.hostname) &&
    loopback.includes(theirs.hostname) &&
    theirs.port === ours.port
  )
}

/** Whom a limit of requests counts: the account, or the network of the address. */
export const callerKey = ({ viewer, ip }: FastifyRequest): string => viewer?.accountId ?? normalizeIP(ip)

/** Admins never decide about their own family or mentor account. */
export function assertNotParty({ accountId }: { accountId: string }, accounts: readonly string[]): void {
  if (accounts.includes(accountId)) throw new AppError('own-account')
}

const hasRole = (own: AdminRole | null | undefined, needed: AdminRole = 'support') =>
  own != null && adminRoles.indexOf(own) >= adminRoles.indexOf(needed)

/** Adds the viewer, the same-origin check and each endpoint's access rules to a scope. */
export function guard(app: FastifyInstance, config: Config, db: Db): void {
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', async (request) => {
    if (isWrite(request) && !request.routeOptions.config.signed && !isSameOrigin(config, request.headers)) {
      throw new AppError('cross-site')
    }
    request.viewer = await readViewer(db, config, request)
  })
  app.addHook('preValidation', async (request) => {
    const { access, role } = request.routeOptions.config
    if (!access) return
    const caller = request.viewer ? callerOf[request.viewer.userType] : 'visitor'
    if (access[caller] !== 'no' && (caller !== 'admin' || hasRole(request.viewer?.adminRole, role))) return
    throw new AppError(caller === 'visitor' ? 'login-required' : 'not-allowed')
  })
}
