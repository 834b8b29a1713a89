import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { AppError } from './errors.ts'
import { isWrite } from './guards.ts'
import type { DB } from './schema.ts'

declare module 'fastify' {
  interface FastifyRequest {
    idempotency: { caller: string; endpoint: string; key: string } | null
  }
}

type Stored = { fresh: boolean; same: boolean; status: number | null; reply: unknown }

/** Seconds after which a key can be retried whose first request never answered because the process died. */
const abandonedSeconds = 60

/**
 * Supports `Idempotency-Key` on every write of a scope: the same key replays the first reply, and with another body it is
 * refused. Replies of 500 and above are forgotten, so that a retry does the work. Needs a session; visitors' keys are ignored,
 * and so are keys of endpoints whose replies hold secrets.
 */
export function acceptIdempotencyKeys(app: FastifyInstance, db: Kysely<DB>): void {
  app.decorateRequest('idempotency', null)

  app.addHook('preHandler', async (request: FastifyRequest, reply) => {
    const key = request.headers['idempotency-key']
    const { signed, secretReply } = request.routeOptions.config
    if (key === undefined || !isWrite(request) || signed || secretReply) return
    if (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key)) {
      throw new AppError('bad-request', {
        fields: [{ field: 'Idempotency-Key', problem: '8 to 100 letters, digits, - or _' }],
      })
    }
    if (!request.viewer) return
    const of = { caller: request.viewer.accountId, endpoint: `${request.method} ${request.url}`.slice(0, 300), key }
    const hash = createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      .digest()
    const { rows } = await sql<Stored>`
      insert into idempotency as i (caller, endpoint, key, body_hash) values (${of.caller}, ${of.endpoint}, ${of.key}, ${hash})
      on conflict (caller, endpoint, key) do update
        set started_at = case when i.status is null and i.started_at < now() - make_interval(secs => ${abandonedSeconds})
          and i.body_hash = ${hash} then now() else i.started_at end
      returning started_at = now() as fresh, body_hash = ${hash} as same, status, reply`.execute(db)
    const stored = rows[0]
    if (!stored) throw new AppError('internal')
    if (!stored.same) throw new AppError('idempotency-mismatch')
    if (stored.status !== null)
      return reply
        .status(stored.status)
        .serializer(JSON.stringify)
        .type('application/json; charset=utf-8')
        .send(stored.reply)
    if (!stored.fresh) throw new AppError('idempotency-busy')
    request.idempotency = of
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const of = request.idempotency
    if (!of) return payload
    request.idempotency = null
    const ownKey = sql`caller = ${of.caller} and endpoint = ${of.endpoint} and key = ${of.key}`
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

/** Deletes stored replies after their retention; those of payments are kept. */
export async function deleteOldReplies(db: Kysely<DB>, days: number): Promise<number> {
  const { numAffectedRows } =
    await sql`delete from idempotency where started_at < now() - make_interval(days => ${days}) and endpoint not like 'POST /api/payment/%'`.execute(
      db,
    )
  return Number(numAffectedRows ?? 0)
}
