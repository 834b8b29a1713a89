import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/**
 * Every lock in the order in which a transaction takes them: two transactions that take two locks in different orders can wait for
 * each other. A table's name is a lock on its rows, `advisory:…` an advisory lock; several rows of one table are locked in the order
 * of their ids. `test/lock-recorder.ts` holds every statement of the tests against it.
 */
export const locksInOrder = [
  'advisory:demo',
  'advisory:figures',
  'advisory:admins',
  'setting',
  'advisory:places',
  'advisory:catalogue',
  'advisory:uploads',
  'advisory:otp',
  'advisory:call',
  'advisory:ticket-ip',
  'advisory:ticket-phone',
  'advisory:application',
  'advisory:chat-reports',
  'advisory:chat-away',
  'gateway_check',
  'payout_batch',
  'bulk_edit',
  'otp_challenge',
  'account',
  'admin_user',
  'call_request',
  'support_case',
  'family',
  'learner',
  'payment_order',
  'booking',
  'review',
  'mentor',
  'application',
  'advisory:slug',
  'advisory:search',
  'lesson',
  'class_record',
  'lesson_credit',
  'time_proposal',
  'teaching_slot',
  'conversation',
  'ledger_account',
  'outbox',
  'sandbox_order',
  'sandbox_payment',
] as const

type AdvisoryLock =
  Extract<(typeof locksInOrder)[number], `advisory:${string}`> extends `advisory:${infer Name}` ? Name : never

const keyOf = (name: AdvisoryLock, id?: string | null) =>
  sql`hashtextextended(${id === undefined ? name : `${name}:${id}`}, 0)`

const advisoryLock = (tx: Transaction, name: AdvisoryLock, id?: string | null) =>
  sql`select pg_advisory_xact_lock(${keyOf(name, id)})`.execute(tx)

/** Writes the demo in one process at a time. */
export const lockDemo = (tx: Transaction) => advisoryLock(tx, 'demo')

/** Counts the figures of the overview in one process at a time. */
export const lockFigures = (tx: Transaction) => advisoryLock(tx, 'figures')

/** Changes who is an admin one after the other: two owners must not take each other's role away. */
export const lockAdmins = (tx: Transaction) => advisoryLock(tx, 'admins')

/** Changes settings one after the other; readers do not wait. */
export const lockSettings = (tx: Transaction) => sql`lock table setting in share row exclusive mode`.execute(tx)

/** Changes places one after the other: a name is compared with all others. */
export const lockPlaces = (tx: Transaction) => advisoryLock(tx, 'places')

/** Changes the catalogue one after the other: names are unique over rows and built-in entries. */
export const lockCatalogue = (tx: Transaction) => advisoryLock(tx, 'catalogue')

/** Begins the uploads of an account one after the other. */
export const lockUploads = (tx: Transaction, accountId: string) => advisoryLock(tx, 'uploads', accountId)

/** Counts the login codes of a phone, then of an address block, one request after the other. */
export async function lockCodes(tx: Transaction, phone: string, ipBlock: string): Promise<void> {
  for (const id of [phone, ipBlock]) await advisoryLock(tx, 'otp', id)
}

/** Counts the call requests of a caller, then about a phone, one request after the other. */
export async function lockCalls(tx: Transaction, caller: string | null, phone: string): Promise<void> {
  for (const id of [caller, phone]) await advisoryLock(tx, 'call', id)
}

/** Counts the tickets of an address block, then of a phone, one request after the other. */
export async function lockTickets(tx: Transaction, ipBlock: string, phone: string | null): Promise<void> {
  await advisoryLock(tx, 'ticket-ip', ipBlock)
  if (phone) await advisoryLock(tx, 'ticket-phone', phone)
}

/** Changes the application of an account one after the other, before it has a mentor too. */
export const lockApplicant = (tx: Transaction, accountId: string) => advisoryLock(tx, 'application', accountId)

/** Counts the chat reports of a family or mentor one after the other. */
export const lockChatReports = (tx: Transaction, sideId: string) => advisoryLock(tx, 'chat-reports', sideId)

/** Notifies a family or mentor of waiting messages in one process at a time. */
export const lockChatAway = (tx: Transaction, sideId: string) => advisoryLock(tx, 'chat-away', sideId)

/** Changes an account and its phone number one after the other. */
export const lockAccount = (tx: Transaction, id: string) =>
  sql`select from account where id = ${id} for update`.execute(tx)

/** Makes and settles a family's orders, and counts its learners, shortlist and mails, one after the other. */
export const lockFamily = (tx: Transaction, id: string) =>
  sql`select id from family where id = ${id} for no key update`.execute(tx)

/** Keeps a learner: a booking that names it is made before or after. */
export const lockLearner = (tx: Transaction, familyId: string, id: string) =>
  sql`select id from learner where id = ${id} and family_id = ${familyId} for update`.execute(tx)

/** Moves the money of an order one change after the other. */
export const lockOrder = (tx: Transaction, id: string) =>
  sql`select id from payment_order where id = ${id} for no key update`.execute(tx)

/** Changes the bookings of an order, the oldest first. */
export const lockBookingsOf = (tx: Transaction, orderId: string) =>
  sql`select id from booking where order_id = ${orderId} order by id for update`.execute(tx)

/** Changes a mentor's calendar, hours, reviews and payout account one after the other. */
export const lockMentor = (tx: Transaction, id: string) =>
  sql`select id from mentor where id = ${id} for no key update`.execute(tx)

/** Rewrites mentors' cards one after the other; bookings that only name these mentors wait too. */
export const lockMentors = (tx: Transaction, ids: readonly string[]) =>
  sql`select id from mentor where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx)

/** Gives a new mentor its slug one after the other. */
export const lockSlug = (tx: Transaction, slug: string) => advisoryLock(tx, 'slug', slug)

/** Rewrites the search rows of some mentors, beside others who do. */
export const shareSearch = (tx: Transaction) => sql`select pg_advisory_xact_lock_shared(${keyOf('search')})`.execute(tx)

/** Rewrites the search rows of all mentors, alone. */
export const lockSearch = (tx: Transaction) => advisoryLock(tx, 'search')

/** Joins or leaves a slot, which families of a group share. */
export const lockSlot = (tx: Transaction, id: string) =>
  sql`select id from teaching_slot where id = ${id} for update`.execute(tx)
