import { sql } from 'kysely'
import type { ConsentKind, ParentRelation } from '#contract/people/consent-texts.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Db, Transaction } from '#server/platform/database.ts'

export async function consentsOf(db: Db, accountId: string) {
  return await db
    .selectFrom('consent')
    .select(['kind', 'version', 'language', 'shown', 'parent_name as parentName', 'relation'])
    .select(['given_at as givenAt', 'withdrawn_at as withdrawnAt'])
    .where('account_id', '=', accountId)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<{ kind: ConsentKind; language: Language; relation: ParentRelation | null }>()
    .execute()
}

/** Versions of a text that an account agreed to and did not withdraw, as a value of a statement. */
export const versionsInForce = (accountId: string, kind: ConsentKind) => sql<number[]>`(
  select coalesce(json_agg(version), '[]') from consent where account_id = ${accountId} and kind = ${kind} and withdrawn_at is null)`

type NewConsent = {
  accountId: string
  kind: ConsentKind
  version: number
  language: Language
  shown: string
  parentName: string | null
  relation: ParentRelation | null
}

export const insertConsent = (tx: Transaction, one: NewConsent) =>
  sql`insert into consent (account_id, kind, version, language, shown, parent_name, relation)
    values (${one.accountId}, ${one.kind}, ${one.version}, ${one.language}, ${one.shown}, ${one.parentName}, ${one.relation})
    on conflict (account_id, kind, version) where withdrawn_at is null do nothing`.execute(tx)

export const setWithdrawn = (tx: Transaction, accountId: string, kind: ConsentKind) =>
  tx
    .updateTable('consent')
    .set({ withdrawn_at: sql`now()` })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .execute()

/** Newest version in force, and whether one was withdrawn. */
export async function consentState(db: Db, accountId: string, kind: ConsentKind) {
  const { rows } = await sql<{ version: number | null; isWithdrawn: boolean }>`
    select max(version) filter (where withdrawn_at is null) as version, count(withdrawn_at) > 0 as "isWithdrawn"
    from consent where account_id = ${accountId} and kind = ${kind}`.execute(db)
  return rows[0] ?? { version: null, isWithdrawn: false }
}
