import { sql } from 'kysely'
import type { MessageChannel, MessageKind } from '#contract/notifications/notification-kinds.ts'
import type { Learner, LearnerFacts } from '#contract/people/learners.ts'
import type { Device, FamilyProfile } from '#contract/people/profiles.ts'
import type { Grade } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { isActiveSession } from '#server/platform/sessions.ts'
import {
  addressPatch,
  addressPlace,
  type PlaceMatch,
  refersTo,
  type StoredName,
} from '#server/reference/places/places.ts'
import { learnerAddress } from './learner-address.ts'

const familyColumns = sql`name, nullif(email, '') as email, address, area, city`

export async function familyById(db: Db, id: string): Promise<FamilyProfile | null> {
  const { rows } = await sql<FamilyProfile>`select ${familyColumns} from family where id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function setFamily(db: Db, id: string, given: FamilyProfile): Promise<FamilyProfile | null> {
  const { rows } = await sql<FamilyProfile>`
    update family set name = ${given.name}, email = ${given.email}, address = ${given.address}, area = ${given.area}, city = ${given.city}
    where id = ${id} returning ${familyColumns}`.execute(db)
  return rows[0] ?? null
}

export async function languageOf(db: Db, accountId: string): Promise<Language> {
  const account = await db
    .selectFrom('account')
    .select('language')
    .where('id', '=', accountId)
    .$narrowType<{ language: Language }>()
    .executeTakeFirst()
  return account?.language ?? 'en'
}

export const setLanguage = (db: Db, accountId: string, language: Language) =>
  db.updateTable('account').set({ language }).where('id', '=', accountId).execute()

export async function mutedMessages(db: Db, accountId: string) {
  return await db
    .selectFrom('message_off')
    .select(['kind', 'channel'])
    .where('account_id', '=', accountId)
    .$narrowType<{ kind: MessageKind; channel: MessageChannel }>()
    .execute()
}

type DeviceRow = Pick<Device, '_id' | 'userType' | 'current'> & { userAgent: string; startedAt: Date; seenAt: Date }

export async function sessionsOf(db: Db, accountId: string, sessionId: string): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select id as "_id", user_agent as "userAgent", user_type as "userType", created_at as "startedAt", seen_at as "seenAt",
      id = ${sessionId} as current from session s where account_id = ${accountId} and ${isActiveSession}
    order by current desc, seen_at desc, id limit 50`.execute(db)
  return rows
}

/** Ends one session of an account. @returns false when it is unknown */
export async function endSessionOf(db: Db, accountId: string, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    update session set revoked_at = coalesce(revoked_at, now()) where id = ${sessionId} and account_id = ${accountId} returning id`.execute(
    db,
  )
  return rows.length > 0
}

export async function endOtherSessions(db: Db, accountId: string, sessionId: string): Promise<number> {
  const { rows } = await sql`
    update session s set revoked_at = now() where account_id = ${accountId} and id <> ${sessionId} and ${isActiveSession} returning id`.execute(
    db,
  )
  return rows.length
}

const learnerColumns = sql`p.id as "_id", p.name, p.grade, p.school, p.board, p.is_adult as "isAdult", ${learnerAddress} as address`

const learnerRows = (familyId: string) => sql<Learner & { away: boolean }>`
    select ${learnerColumns}, p.archived_at is not null as away from learner p
    where p.family_id = ${familyId} order by p.id limit 200`

/** Addresses of a family's learners who are not archived, by learner, as a value of a statement. */
export const learnerAddresses = (familyId: string) => sql<Record<string, Learner['address']>>`(
  select coalesce(json_object_agg("_id", address), '{}') from (${learnerRows(familyId)}) as one where not away)`

export async function learnersOf(db: Db, familyId: string) {
  const { rows } = await learnerRows(familyId).execute(db)
  const without = (away: boolean) => rows.filter((one) => one.away === away).map(({ away: _, ...one }) => one)
  return { data: without(false), archived: without(true) }
}

export async function countLearners(tx: Transaction, familyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from learner where family_id = ${familyId} and archived_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The adult or child of this name and class, active or archived. */
export async function findSameLearner(
  tx: Transaction,
  familyId: string,
  given: LearnerFacts,
  isAdult: boolean,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from learner where family_id = ${familyId} and lower(btrim(name)) = lower(${given.name})
      and grade is not distinct from ${given.grade} and is_adult = ${isAdult} order by archived_at is not null, id limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

const addressOrNull = ({ address }: LearnerFacts) => (address ? JSON.stringify(address) : null)

export async function insertLearner(
  tx: Transaction,
  familyId: string,
  given: LearnerFacts,
  isAdult: boolean,
): Promise<Learner | undefined> {
  const { rows } = await sql<Learner>`
    insert into learner as p (family_id, name, grade, school, board, address, is_adult)
    values (${familyId}, ${given.name}, ${given.grade}, ${given.school}, ${given.board}, ${addressOrNull(given)}, ${isAdult}) returning ${learnerColumns}`.execute(
    tx,
  )
  return rows[0]
}

export async function setLearner(db: Db, familyId: string, id: string, given: LearnerFacts) {
  const { rows } = await sql<Learner>`
    update learner p set name = ${given.name}, grade = ${given.grade}, school = ${given.school}, board = ${given.board},
      address = coalesce(${addressOrNull(given)}::jsonb, p.address)
    where id = ${id} and family_id = ${familyId} returning ${learnerColumns}`.execute(db)
  return rows[0]
}

export async function setArchived(tx: Transaction, familyId: string, id: string, archived: boolean) {
  const { rows } = await sql<Learner>`
    update learner p set archived_at = case when ${archived}::boolean then coalesce(archived_at, now()) end
    where id = ${id} and family_id = ${familyId} returning ${learnerColumns}`.execute(tx)
  return rows[0]
}

export async function hasActiveBooking(tx: Transaction, learnerId: string): Promise<boolean> {
  const booking = await tx
    .selectFrom('booking')
    .select('id')
    .where('learner_id', '=', learnerId)
    .where('status', 'in', ['pending_schedule', 'scheduled'])
    .limit(1)
    .executeTakeFirst()
  return booking !== undefined
}

/**
 * A learner of this name, in this class if one is given, and an adult or a child if `isAdult` says so; children and those not
 * archived first. Without a name, none that is archived.
 */
export async function findLearner(
  tx: Transaction,
  familyId: string,
  { name, grade, isAdult }: { name: string | null; grade: Grade | null; isAdult: boolean | null },
) {
  const { rows } = await sql<{ id: string }>`
    select id from learner where family_id = ${familyId} and lower(btrim(name)) is not distinct from lower(btrim(${name}::text))
      and (grade is not distinct from ${grade} or ${grade}::text is null) and is_adult = coalesce(${isAdult}, is_adult)
      and (archived_at is null or ${name}::text is not null) order by archived_at is not null, is_adult, id limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}

export async function insertNamedLearner(
  tx: Transaction,
  familyId: string,
  name: string | null,
  grade: Grade | null,
  isAdult: boolean,
) {
  const { id } = await tx
    .insertInto('learner')
    .values({ family_id: familyId, name, grade, is_adult: isAdult })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function isAdult(tx: Transaction, learnerId: string): Promise<boolean> {
  const row = await tx.selectFrom('learner').select('is_adult').where('id', '=', learnerId).executeTakeFirst()
  return row?.is_adult ?? false
}

/** Unarchives a learner who is booked again. */
export const unarchiveLearner = (tx: Transaction, learnerId: string) =>
  tx
    .updateTable('learner')
    .set({ archived_at: null })
    .where('id', '=', learnerId)
    .where('archived_at', 'is not', null)
    .execute()

/** Sets the email address for the family's receipts. */
export const setEmail = (tx: Transaction, familyId: string, email: string) =>
  tx.updateTable('family').set({ email }).where('id', '=', familyId).where('email', 'is distinct from', email).execute()

export const renameBoard = (tx: Transaction, { from, into }: { from: string; into: string }) =>
  tx.updateTable('learner').set({ board: into }).where('board', '=', from).execute()

/** Columns of families `f` with the names of a place. */
export const familyPlace = { state: null, city: sql`coalesce(f.city, '')`, area: sql`coalesce(f.area, '')` }

/** Renames a place in family profiles and learner addresses. @returns the number of families */
export async function renamePlace(tx: Transaction, from: PlaceMatch, newName: StoredName): Promise<number> {
  const { city, area } = newName
  const families = await sql`
    update family f set city = coalesce(${city}::text, f.city), area = coalesce(${area}::text, f.area)
    where ${refersTo(from, newName, familyPlace)}`.execute(tx)
  await sql`update learner t set address = t.address || ${addressPatch(newName)}::jsonb where ${refersTo(from, newName, addressPlace)}`.execute(
    tx,
  )
  return Number(families.numAffectedRows ?? 0)
}
