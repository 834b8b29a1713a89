import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { freshLoginMinutes } from '#contract/people/limits.ts'
import type { AdminRole } from '#contract/wire/endpoint.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/database.ts'
import { AppError } from './errors.ts'
import { prepared } from './prepared.ts'

export type UserType = 'student' | 'mentor' | 'admin'

/** The caller. Ids are null for roles the account does not have. */
export type Viewer = {
  sessionId: string
  accountId: string
  phone: string
  userType: UserType
  familyId: string | null
  familyName: string | null
  mentorId: string | null
  mentorName: string | null
  adminRole: AdminRole | null
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
}

const sessionDays: Record<UserType, number> = { student: 30, mentor: 30, admin: 0.5 }
/** Hours without a request after which a session ends before its time; a last use is up to `seenMinutes` old. */
const idleHours: Record<UserType, number> = { student: 168, mentor: 168, admin: 12 }
const hashed = (token: string) => createHash('sha256').update(token).digest()

const isHttps = (config: Config) => config.publicUrl.startsWith('https:')
const sessionCookie = (config: Config) => (isHttps(config) ? '__Host-session' : 'session')
const browserCookie = (config: Config) => (isHttps(config) ? '__Host-browser' : 'browser')

const cookieOptions = (config: Config, days: number) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(config), maxAge: days * 86_400 }) as const

/** Starts a session: a 256-bit token in the cookie, its hash in the database. */
export async function startSession(
  db: Db,
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  account: { id: string; userType: UserType; byPasskey?: boolean },
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const days = sessionDays[account.userType]
  await sql`insert into session (token_hash, account_id, user_type, by_passkey, user_agent, expires_at)
    select ${hashed(token)}, id, ${account.userType}, ${account.byPasskey ?? false}, ${(request.headers['user-agent'] ?? '').slice(0, 300)},
      now() + make_interval(secs => ${days * 86_400})
    from account where id = ${account.id} and erased_at is null for share`.execute(db)
  reply.setCookie(sessionCookie(config), token, cookieOptions(config, days))
}

/** Ends the session of a request and clears the cookie. */
export async function endSession(db: Db, config: Config, request: FastifyRequest, reply: FastifyReply) {
  if (request.viewer)
    await db
      .updateTable('session')
      .set({ revoked_at: sql<Date>`now()` })
      .where('id', '=', request.viewer.sessionId)
      .execute()
  reply.clearCookie(sessionCookie(config), { path: '/', secure: isHttps(config) })
}

/** Logs everybody out. */
export const revokeAllSessions = (db: Db) =>
  db.updateTable('session').set({ revoked_at: sql<Date>`now()` }).where('revoked_at', 'is', null).execute()

const idleTime = sql.raw(
  `case s.user_type ${Object.entries(idleHours)
    .map(([type, hours]) => `when '${type}' then interval '${hours} hours'`)
    .join(' ')} end`,
)
/** Sessions `s` that have not ended, expired or been idle for too long. */
export const isActiveSession = sql`(s.revoked_at is null and s.expires_at > now() and s.seen_at > now() - ${idleTime})`

/** Resolution of a session's last use, in minutes: avoids a write per request. */
const seenMinutes = 15

const viewersOfPage = new AsyncLocalStorage<Map<string, Promise<Viewer | null>>>()

/** Runs a page that only reads: the calls it makes share one reading of its session. */
export const withOneViewer = <T>(page: () => T): T => viewersOfPage.run(new Map(), page)

/**
 * Reads the viewer of a request or live connection in one query; null for visitors, ended, expired and idle sessions and suspended
 * accounts.
 */
export async function readViewer(
  db: Db,
  config: Config,
  request: { cookies: Record<string, string | undefined> },
): Promise<Viewer | null> {
  const token = request.cookies[sessionCookie(config)]
  if (!token) return null
  const known = viewersOfPage.getStore()
  const viewer = known?.get(token) ?? viewerOf(db, token)
  known?.set(token, viewer)
  return await viewer
}

async function viewerOf(db: Db, token: string): Promise<Viewer | null> {
  const { rows } = await sql<Viewer & { isOld: boolean }>`${prepared}
    select s.seen_at < now() - make_interval(mins => ${seenMinutes}) as "isOld", s.id as "sessionId", a.id as "accountId", a.phone, s.user_type as "userType",
      f.id as "familyId", f.name as "familyName", m.id as "mentorId", m.full_name as "mentorName", u.role as "adminRole"
    from session s
    join account a on a.id = s.account_id
    left join family f on f.account_id = a.id
    left join mentor m on m.account_id = a.id
    left join admin_user u on u.account_id = a.id and u.removed_at is null
    where s.token_hash = ${hashed(token)} and ${isActiveSession} and a.suspended_at is null
      and (s.user_type <> 'admin' or u.account_id is not null)`.execute(db)
  if (!rows[0]) return null
  const { isOld, ...viewer } = rows[0]
  // A failed update must not log the user out.
  if (isOld) await setSeen(db, viewer.sessionId).catch(() => {})
  return viewer
}

/** Concurrent requests do not wait for each other. */
const setSeen = (db: Db, sessionId: string) =>
  sql`update session set seen_at = now()
    where id = (select id from session where id = ${sessionId} for no key update skip locked)`.execute(db)

/** Random id of a browser that requests login codes, created on first use and renewed on each one. */
export function browserMark(config: Config, request: FastifyRequest, reply: FastifyReply): Buffer {
  const name = browserCookie(config)
  const sent = request.cookies[name]
  const mark = sent && sent.length <= 100 ? sent : randomBytes(16).toString('base64url')
  reply.setCookie(name, mark, cookieOptions(config, 365))
  return hashed(mark)
}

/** The viewer of a request. @throws AppError if not logged in */
export function requireViewer(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new AppError('login-required')
  return request.viewer
}

export async function isFreshLogin(db: Db, { sessionId }: Pick<Viewer, 'sessionId'>): Promise<boolean> {
  const { rows } = await sql<{ fresh: boolean }>`
    select created_at > now() - make_interval(mins => ${freshLoginMinutes}) as fresh from session where id = ${sessionId}`.execute(
    db,
  )
  return rows[0]?.fresh ?? false
}

/** For changes that someone with a stolen session would make first. @throws AppError unless the login is recent */
export async function assertFreshLogin(db: Db, viewer: Pick<Viewer, 'sessionId'>): Promise<void> {
  if (!(await isFreshLogin(db, viewer))) throw new AppError('fresh-login-needed')
}

/** Deletes sessions after their retention. */
export async function deleteOldSessions(db: Db, days: number): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from session where expires_at < now() - make_interval(days => ${days})`.execute(db)
  return Number(numAffectedRows)
}
