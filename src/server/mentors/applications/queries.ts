import { sql } from 'kysely'
import type { ApplicationState } from '#contract/mentors/applications.ts'
import { verificationLifecycle } from '#contract/mentors/lifecycles.ts'
import type { CheckKind } from '#contract/reference/catalogue.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { lockSlug } from '#server/platform/locks.ts'
import { certificatesOf } from './certificates.ts'
import type { MentorFacts, StoredFacts } from './facts.ts'

type Answers = ApplicationState['answers']
export type Draft = { answers: Answers; revisions: ApplicationState['revisions'] }

export type Mode = { mode: string; monthly_price_paise: number }
export type Offer = { level: string; grade_key: string; subject: string }

export const storedParts = (modes: readonly Mode[], offers: readonly Offer[]) => ({
  modes: Object.fromEntries(modes.map((one) => [one.mode, one.monthly_price_paise / 100])),
  offers: offers.map((one): [string, string, string] => [one.level, one.grade_key, one.subject]),
})

export async function draftOf(db: Db, accountId: string): Promise<Draft | null> {
  const draft = await db
    .selectFrom('application')
    .select(['answers', 'revisions'])
    .where('account_id', '=', accountId)
    .$castTo<Draft>()
    .executeTakeFirst()
  return draft ?? null
}

export async function writeDraft(tx: Transaction, accountId: string, draft: Draft): Promise<void> {
  const saved = { answers: JSON.stringify(draft.answers), revisions: JSON.stringify(draft.revisions) }
  await tx
    .insertInto('application')
    .values({ account_id: accountId, ...saved })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ...saved, saved_at: sql`now()` }))
    .execute()
}

export type Applicant = {
  id: string
  number: string
  status: ApplicationState['status']
  submittedAt: Date | null
  rejection: string
  isDocumentRequested: boolean
}

export const applicant = (accountId: string, isLocked = false) => sql<Applicant>`
    select id, 'MS-' || number as number, status, submitted_at as "submittedAt", rejection, document_asked_at is not null as "isDocumentRequested"
    from mentor where account_id = ${accountId} ${isLocked ? sql`for update` : sql``}`

/** Application data of an account's mentor; locked when `isLocked`. */
export async function applicantOf(db: Db, accountId: string, isLocked = false): Promise<Applicant | null> {
  const { rows } = await applicant(accountId, isLocked).execute(db)
  return rows[0] ?? null
}

export async function accountOf(db: Db, mentorId: string): Promise<string | null> {
  const mentor = await db
    .selectFrom('mentor')
    .select('account_id as accountId')
    .where('id', '=', mentorId)
    .executeTakeFirst()
  return mentor?.accountId ?? null
}

type EventKind =
  | 'submitted'
  | 'resubmitted'
  | 'changed'
  | 'check_reopened'
  | 'document_given'
  | 'change_asked'
  | 'change_withdrawn'
export async function writeEvent(
  tx: Transaction,
  event: { mentorId: string; kind: EventKind; accountId: string; detail?: Record<string, unknown> },
): Promise<void> {
  const detail = JSON.stringify(event.detail ?? {})
  await tx
    .insertInto('mentor_event')
    .values({ mentor_id: event.mentorId, kind: event.kind, by_account: event.accountId, detail })
    .execute()
}

/** Returns a free slug, numbered when the name is taken. Concurrent callers are serialised. */
export async function freeSlug(tx: Transaction, wanted: string): Promise<string> {
  await lockSlug(tx, wanted)
  const { rows } = await sql<{ slug: string }>`
    select slug from mentor where slug = ${wanted} or slug ~ ${`^${wanted}-[0-9]+$`}`.execute(tx)
  const taken = new Set(rows.map((row) => row.slug))
  if (!taken.has(wanted)) return wanted
  for (let i = 2; ; i++) if (!taken.has(`${wanted}-${i}`)) return `${wanted}-${i}`
}

const columns = (facts: MentorFacts) => ({
  ...facts,
  boards: sql<string[]>`${facts.boards}::text[]`,
  languages: sql<string[]>`${facts.languages}::text[]`,
  available_days: sql<string[]>`${facts.available_days}::text[]`,
})

export async function insertMentor(
  tx: Transaction,
  accountId: string,
  slug: string,
  facts: MentorFacts,
): Promise<string> {
  const { id } = await tx
    .insertInto('mentor')
    .values({
      ...columns(facts),
      account_id: accountId,
      slug,
      status: 'submitted',
      submitted_at: sql`now()`,
      show_on_website: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateMentor(tx: Transaction, id: string, facts: MentorFacts): Promise<void> {
  await tx
    .updateTable('mentor')
    .set({ ...columns(facts), updated_at: sql`now()`, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Puts a rejected application back into the queue. */
export async function resubmit(tx: Transaction, id: string): Promise<void> {
  await tx
    .updateTable('mentor')
    .set({ status: verificationLifecycle.target('resubmit'), submitted_at: sql`now()`, rejection: '' })
    .where('id', '=', id)
    .where('status', 'in', verificationLifecycle.from('resubmit'))
    .execute()
}

export async function factsOf(db: Db, id: string): Promise<StoredFacts> {
  const row = await db.selectFrom('mentor').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const modes = await db
    .selectFrom('mentor_mode')
    .select(['mode', 'monthly_price_paise'])
    .where('mentor_id', '=', id)
    .execute()
  const offers = await db
    .selectFrom('mentor_offer')
    .select(['level', 'grade_key', 'subject'])
    .where('mentor_id', '=', id)
    .orderBy('rank')
    .execute()
  return {
    ...(row as unknown as MentorFacts), // safe: facts are columns of the row
    ...storedParts(modes, offers),
    certificates: await certificatesOf(db, id),
  }
}

export async function writeModes(tx: Transaction, id: string, modes: Record<string, number>): Promise<void> {
  await tx.deleteFrom('mentor_mode').where('mentor_id', '=', id).execute()
  await sql`insert into mentor_mode (mentor_id, mode, monthly_price_paise)
    select ${id}, mode, price * 100 from jsonb_each(${JSON.stringify(modes)}::jsonb) as m(mode, value), lateral (select value::int as price) as p`.execute(
    tx,
  )
}

export async function writeOffers(
  tx: Transaction,
  id: string,
  offers: readonly [string, string, string][],
): Promise<void> {
  await tx.deleteFrom('mentor_offer').where('mentor_id', '=', id).execute()
  await sql`insert into mentor_offer (mentor_id, level, grade_key, subject, rank)
    select ${id}, o ->> 0, o ->> 1, o ->> 2, nth from jsonb_array_elements(${JSON.stringify(offers)}::jsonb) with ordinality as given(o, nth)`.execute(
    tx,
  )
}

/** Creates the initial checks, or reopens failed ones. */
export async function openChecks(tx: Transaction, id: string): Promise<void> {
  await sql`insert into mentor_check (mentor_id, kind, state) values (${id}, 'identity', 'pending'), (${id}, 'qualification', 'pending'), (${id}, 'interview', 'pending')
    on conflict (mentor_id, kind) do update set state = 'pending' where mentor_check.state = 'failed'`.execute(tx)
}

/** Opens a check for a new document, creating it if missing. @returns whether it was not open before */
export async function openCheck(tx: Transaction, id: string, kind: CheckKind): Promise<boolean> {
  const created = await tx
    .insertInto('mentor_check')
    .values({ mentor_id: id, kind, state: 'pending' })
    .onConflict((conflict) => conflict.columns(['mentor_id', 'kind']).doNothing())
    .returning('kind')
    .executeTakeFirst()
  return (
    created !== undefined ||
    (await reopenCheck(tx, id, kind, 'passed')) !== null ||
    (await reopenCheck(tx, id, kind, 'failed')) !== null
  )
}

/** The columns of a reopened check as they were. */
export type CheckBefore = Record<string, unknown>

/** Reopens a check because the facts it covers changed. @returns its result until now; null if it was in another state */
export async function reopenCheck(
  tx: Transaction,
  id: string,
  kind: CheckKind,
  state: 'passed' | 'failed',
): Promise<CheckBefore | null> {
  const { rows } = await sql<{ before: CheckBefore }>`
    update mentor_check set state = 'pending', checked_on = null, valid_until = null, reminded_at = null, basis = '', method = '',
      degree = '', degree_year = null, issued_on = null, evidence = null
    where mentor_id = ${id} and kind = ${kind} and state = ${state} returning to_jsonb(old) as before`.execute(tx)
  return rows[0]?.before ?? null
}

/** Gives reopened checks their results back, except those an admin has decided since. */
export const restoreChecks = (tx: Transaction, id: string, results: readonly CheckBefore[]) =>
  sql`update mentor_check c set state = r.state, checker = r.checker, checker_id = r.checker_id, checked_on = r.checked_on,
      valid_until = r.valid_until, reminded_at = r.reminded_at, basis = r.basis, method = r.method, degree = r.degree,
      degree_year = r.degree_year, issued_on = r.issued_on, evidence = r.evidence
    from jsonb_populate_recordset(null::mentor_check, ${JSON.stringify(results)}::jsonb) as r
    where c.mentor_id = ${id} and r.mentor_id = c.mentor_id and r.kind = c.kind and c.state = 'pending'`.execute(tx)

/** Clears the document request once a different document is there. @returns whether there was a request */
export async function clearDocumentRequest(tx: Transaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mentor')
    .set({ document_asked_at: null })
    .where('id', '=', id)
    .where('document_asked_at', 'is not', null)
    .whereRef('document', 'is distinct from', 'deleted_document')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
