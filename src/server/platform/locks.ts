import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/**
 * Every lock in the order in which transactions take them, which prevents deadlocks. A table name is a lock on its rows,
 * `advisory:…` an advisory lock; rows of one table are locked in the order of their ids. `test/lock-recorder.ts` checks every
 * statement of the tests against it.
 */
export const locksInOrder = [
  'advisory:demo',
  'advisory:figures',
  'advisory:admins',
  'setting',
  'secret_key',
  'advisory:places',
  'advisory:catalogue',
  'advisory:uploads',
  'advisory:otp',
  'advisory:call',
  'advisory:ticket-ip',
  'advisory:ticket-phone',
  'advisory:application',
  'advisory:reports',
  'advisory:chat-away',
  'gateway_check',
  'payout_batch',
  'bulk_edit',
  'erasure',
  'breach_person',
  'otp_challenge',
  'account',
  'admin_user',
  'passkey',
  'call_request',
  'support_case',
  'family',
  'learner',
  'payment_order',
  'booking',
  'review',
  'mentor',
  'application',
  'mentor_e_kyc',
  'advisory:slug',
  'advisory:search',
  'lesson',
  'class_record',
  'lesson_credit',
  'time_proposal',
  'teaching_slot',
  'conversation',
  'tax_year',
  'ledger_account',
  'outbox',
  'sandbox_order',
  'sandbox_payment',
  'sandbox_vendor',
  'sandbox_vendor_entry',
] as const

type AdvisoryLock =
  Extract<(typeof locksInOrder)[number], `advisory:${string}`> extends `advisory:${infer Name}` ? Name : never

const keyOf = (name: AdvisoryLock, id?: string | null) =>
  sql`hashtextextended(${id === undefined ? name : `${name}:${id}`}, 0)`

const advisoryLock = (tx: Transaction, name: AdvisoryLock, id?: string | null) =>
  sql`select pg_advisory_xact_lock(${keyOf(name, id)})`.execute(tx)

/** One process seeds the demo. */
export const lockDemo = (tx: Transaction) => advisoryLock(tx, 'demo')

/** One process computes the overview's figures. */
export const lockFigures = (tx: Transaction) => advisoryLock(tx, 'figures')

/** Serialises changes of admins, so that two owners cannot demote each other. */
export const lockAdmins = (tx: Transaction) => advisoryLock(tx, 'admins')

/** Serialises changes of settings; readers do not wait. */
export const lockSettings = (tx: Transaction) => sql`lock table setting in share row exclusive mode`.execute(tx)

/** One process after the other records the keys that it needs. */
export const lockSecretKeys = (tx: Transaction) => sql`lock table secret_key in share row exclusive mode`.execute(tx)

/** Serialises changes of places: a name is compared with all others. */
export const lockPlaces = (tx: Transaction) => advisoryLock(tx, 'places')

/** Serialises changes of the catalogue: names are unique over rows and built-in entries. */
export const lockCatalogue = (tx: Transaction) => advisoryLock(tx, 'catalogue')

/** Serialises starting uploads of an account, which are counted. */
export const lockUploads = (tx: Transaction, accountId: string) => advisoryLock(tx, 'uploads', accountId)

/** Serialises login codes, which are counted: of a phone, then of its address block, then of the wide block around it. */
export async function lockCodes(tx: Transaction, ids: readonly string[]): Promise<void> {
  for (const id of ids) await advisoryLock(tx, 'otp', id)
}

/** Serialises call requests of a caller, then about a phone, which are counted. */
export async function lockCalls(tx: Transaction, caller: string | null, phone: string): Promise<void> {
  for (const id of [caller, phone]) await advisoryLock(tx, 'call', id)
}

/** Serialises tickets of an account or address block, then of a phone, which are counted. */
export async function lockTickets(tx: Transaction, sender: string, phone: string | null): Promise<void> {
  await advisoryLock(tx, 'ticket-ip', sender)
  if (phone) await advisoryLock(tx, 'ticket-phone', phone)
}

/** Serialises changes of an application, also before it has a mentor. */
export const lockApplicant = (tx: Transaction, accountId: string) => advisoryLock(tx, 'application', accountId)

/** Serialises reports of a family or mentor, which are counted or joined. */
export const lockReports = (tx: Transaction, sideId: string) => advisoryLock(tx, 'reports', sideId)

/** One process notifies a family or mentor of unread messages. */
export const lockChatAway = (tx: Transaction, sideId: string) => advisoryLock(tx, 'chat-away', sideId)

/** Serialises changes of an account and its phone number. */
export const lockAccount = (tx: Transaction, id: string) =>
  tx.selectFrom('account').select('id').where('id', '=', id).forUpdate().execute()

/** Serialises a family's orders, and its learners, shortlist and mails, which are counted. */
export const lockFamily = (tx: Transaction, id: string) =>
  tx.selectFrom('family').select('id').where('id', '=', id).forNoKeyUpdate().execute()

/** Blocks bookings that name the learner. */
export const lockLearner = (tx: Transaction, familyId: string, id: string) =>
  tx.selectFrom('learner').select('id').where('id', '=', id).where('family_id', '=', familyId).forUpdate().execute()

/** Serialises money movements of an order. */
export const lockOrder = (tx: Transaction, id: string) =>
  tx.selectFrom('payment_order').select('id').where('id', '=', id).forNoKeyUpdate().execute()

/** Locks the bookings of an order in the order of their ids. */
export const lockBookingsOf = (tx: Transaction, orderId: string) =>
  tx.selectFrom('booking').select('id').where('order_id', '=', orderId).orderBy('id').forUpdate().execute()

/** Serialises changes of a mentor's calendar, hours, reviews and payout account. */
export const lockMentor = (tx: Transaction, id: string) =>
  tx.selectFrom('mentor').select('id').where('id', '=', id).forNoKeyUpdate().execute()

/** Serialises rewrites of mentors' cards; also blocks bookings that name them. */
export const lockMentors = (tx: Transaction, ids: readonly string[]) =>
  sql`select id from mentor where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx)

/** Serialises the choice of a slug. */
export const lockSlug = (tx: Transaction, slug: string) => advisoryLock(tx, 'slug', slug)

/** Shared lock for rewriting the search rows of some mentors. */
export const lockSearchShared = (tx: Transaction) =>
  sql`select pg_advisory_xact_lock_shared(${keyOf('search')})`.execute(tx)

/** Exclusive lock for rewriting all search rows. */
export const lockSearch = (tx: Transaction) => advisoryLock(tx, 'search')

/** Serialises joining and leaving a slot, which a group shares. */
export const lockSlot = (tx: Transaction, id: string) =>
  tx.selectFrom('teaching_slot').select('id').where('id', '=', id).forUpdate().execute()
