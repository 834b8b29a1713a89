import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { type DatabaseWatch, processLock } from './database-watch.ts'
import { AppError, invalidField } from './errors.ts'
import { isWrite } from './guards.ts'
import { namePattern, type Person, type PersonalTable } from './personal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    idempotency: { caller: string; endpoint: string; key: string; startedAt: string } | null
  }
}

type Stored = {
  fresh: boolean
  same: boolean
  abandoned: boolean
  startedAt: string
  status: number | null
  reply: unknown
}
type Claim = { caller: string; endpoint: string; key: string }

/** Seconds after which a key without an owner can be retried. */
const abandonedSeconds = 60
/** A process that lost its lock has this long to take it again before its keys are taken over. */
const graceMs = 1_000
/** The same after a start of the server, when every process lost its lock at once. */
const serverGraceSeconds = 10

/**
 * Supports `Idempotency-Key` on every write of a scope: the same key replays the first reply, and with another body it is
 * refused. Replies of 500 and above are forgotten, so that a retry does the work. Needs a session; visitors' keys are ignored,
 * and so are keys of endpoints whose replies hold secrets. A key whose process died is taken over after a second: its owner
 * holds a lock while it lives, and knows its own running requests.
 */
export function acceptIdempotencyKeys(app: FastifyInstance, db: Db, { owner }: Pick<DatabaseWatch, 'owner'>): void {
  /** Keys of the requests that run in this process. */
  const running = new Set<string>()
  const nameOf = ({ caller, endpoint, key }: Claim) => `${caller} ${endpoint} ${key}`

  /** Inserts the key, or takes over an abandoned one that has not changed since it was `seen`. */
  async function claim(of: Claim, hash: Buffer, seen: string | null): Promise<Stored> {
    const isOwnRunning = running.has(nameOf(of))
    const abandoned = sql`i.status is null and i.body_hash = ${hash} and case
      when i.owner is null then i.started_at < now() - make_interval(secs => ${abandonedSeconds})
      when i.owner = ${owner()}::integer then not ${isOwnRunning}::boolean
      else pg_postmaster_start_time() < now() - make_interval(secs => ${serverGraceSeconds}) and not exists (select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2
        and l.classid = ${processLock}::bigint::oid and l.objid = i.owner::bigint::oid
        and l.database = (select oid from pg_database where datname = current_database())) end`
    const isTaken = sql`(${owner()}::integer is null or i.started_at::text = ${seen}) and ${abandoned}`
    const { rows } = await sql<Stored>`
      insert into idempotency as i (caller, endpoint, key, body_hash, owner)
      values (${of.caller}, ${of.endpoint}, ${of.key}, ${hash}, ${owner()}::integer)
      on conflict (caller, endpoint, key) do update set
        started_at = case when ${isTaken} then now() else i.started_at end,
        owner = case when ${isTaken} then excluded.owner else i.owner end
      returning started_at = now() as fresh, body_hash = ${hash} as same, ${abandoned} as abandoned, started_at::text as "startedAt", status, reply`.execute(
      db,
    )
    if (!rows[0]) throw new AppError('internal')
    return rows[0]
  }
  async function claimOrTakeOver(of: Claim, hash: Buffer): Promise<Stored> {
    const first = await claim(of, hash, null)
    if (first.fresh || !first.abandoned) return first
    await pause(graceMs)
    return await claim(of, hash, first.startedAt)
  }

  app.decorateRequest('idempotency', null)

  app.addHook('preHandler', async (request: FastifyRequest, reply) => {
    const key = request.headers['idempotency-key']
    const { signed, secretReply } = request.routeOptions.config
    if (key === undefined || !isWrite(request) || signed || secretReply) return
    if (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key)) {
      throw invalidField('Idempotency-Key', '8 to 100 letters, digits, - or _')
    }
    if (!request.viewer) return
    const of = { caller: request.viewer.accountId, endpoint: `${request.method} ${request.url}`.slice(0, 300), key }
    const hash = createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      .digest()
    const stored = await claimOrTakeOver(of, hash)
    if (!stored.same) throw new AppError('idempotency-mismatch')
    // What it was about has been erased.
    if (stored.status !== null && stored.reply === null) throw new AppError('not-found')
    if (stored.status !== null)
      return reply
        .status(stored.status)
        .serializer(JSON.stringify)
        .type('application/json; charset=utf-8')
        .send(stored.reply)
    if (!stored.fresh) throw new AppError('idempotency-busy')
    running.add(nameOf(of))
    request.idempotency = { ...of, startedAt: stored.startedAt }
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const of = request.idempotency
    if (!of) return payload
    request.idempotency = null
    running.delete(nameOf(of))
    // Not the claim of somebody who took over meanwhile.
    const ownKey = sql`caller = ${of.caller} and endpoint = ${of.endpoint} and key = ${of.key} and started_at::text = ${of.startedAt}`
    const save =
      reply.statusCode >= 500 || typeof payload !== 'string'
        ? sql`delete from idempotency where ${ownKey}`
        : sql`update idempotency set status = ${reply.statusCode}, reply = ${payload}::jsonb where ${ownKey}`
    // The work is committed or refused: failing to store the reply must not change it.
    await save
      .execute(db)
      .catch((error: unknown) => request.log.error({ err: error }, 'idempotent reply could not be stored'))
    return payload
  })
}

/** Replies with the person's number or id, or that of a learner, booking, order, review or chat of theirs. */
const isAbout = ({ accountId, familyId, mentorId, phone }: Person) => sql`exists (select from (
  select id::text from learner where family_id = ${familyId} union all select id::text from booking where family_id = ${familyId}
  union all select id::text from payment_order where family_id = ${familyId} union all select id::text from review where family_id = ${familyId}
  union all select id::text from conversation where family_id = ${familyId} or mentor_id = ${mentorId}
  union all select unnest(${[accountId, familyId, mentorId, phone]}::text[])) x where strpos(reply::text, x.id) > 0)`
/** Replies with one of the person's names in a text. */
const names = (person: Person) => sql`exists (select from jsonb_path_query(reply, 'strict $.**') x
  where jsonb_typeof(x) = 'string' and x #>> '{}' ~ ${person.names.length > 0 ? namePattern(person) : null})`

export const personalReplies: readonly PersonalTable[] = [
  { table: 'idempotency', whose: ({ accountId }) => sql`caller = ${accountId}`, shows: [], erase: 'delete' },
  // The key stays, so that repeating the request does not do its work again.
  {
    table: 'idempotency',
    whose: (person) =>
      sql`(caller = any(${person.otherSides}::text[]) and (${isAbout(person)} or ${names(person)})
        or caller in (select account_id::text from admin_user) and ${isAbout(person)})`,
    shows: [],
    erase: { reply: null },
  },
]

/** Deletes stored replies after their retention; those of payments are kept. */
export async function deleteOldReplies(db: Db, days: number): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from idempotency where started_at < now() - make_interval(days => ${days}) and endpoint not like 'POST /api/payment/%'`.execute(
      db,
    )
  return Number(numAffectedRows ?? 0)
}
