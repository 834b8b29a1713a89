import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { defaultPoint } from '#contract/mentors/limits.ts'
import { gstinCheck, type HolderKind, type PanLetter, panHolders } from '#contract/mentors/tax-ids.ts'
import { consentText } from '#contract/people/consent-texts.ts'
import type { TeachingMode } from '#contract/reference/catalogue.ts'
import { writeJournal } from '#server/ledger/ledger.ts'
import { projectMentors } from '#server/mentors/search/projection.ts'
import { sealTaxIds } from '#server/mentors/taxes/sealed-ids.ts'
import { sealTotp } from '#server/people/accounts/accounts.ts'
import { transaction } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.ts'
import { cityAt, findCity } from '#server/reference/places/places.ts'
import { testSecretKeys } from './secret-key.ts'

type Db = Kysely<DB>
let count = 0

/** A phone number that is unique within the test run. */
export const newPhone = () => `9${String(700_000_000 + ++count).padStart(9, '0')}`

/** Default home address of families in tests. */
export const home = { house: '14, Scheme 54', area: 'Vijay Nagar', city: 'Indore' }

/** A mother's consent to the current text for children. */
export const parentConsent = () => ({
  relation: 'mother',
  name: 'Meera Sharma',
  language: 'en',
  version: consentText('child', 'en').version,
})

/** What a login page shows and sends. */
export const accountConsent = () => ({ language: 'en', version: consentText('account', 'en').version })

/** Acceptance of a side's code of conduct. */
export const conductConsent = (side: 'mentor' | 'family') => ({
  language: 'en',
  version: consentText(`${side}-conduct`, 'en').version,
})

/** A breach that concerns the accounts of a list of phones. */
export const breach = {
  noticedAt: '2026-11-01T04:30:00.000Z',
  what: 'A backup was copied.',
  dataKinds: 'names, phone numbers',
  consequences: 'Unwanted calls',
  measures: 'The copy was deleted.',
  group: 'list',
  textEn: 'A backup with your name was copied.',
  textHi: 'आपके नाम वाला बैकअप कॉपी हुआ।',
}

async function insertedId(result: Promise<{ rows: { id: string }[] }>): Promise<string> {
  const id = (await result).rows[0]?.id
  if (!id) throw new Error('the insert returned no row')
  return id
}

export const makeAccount = (db: Db, phone = newPhone()) =>
  insertedId(sql<{ id: string }>`insert into account (phone) values (${phone}) returning id`.execute(db))

type MentorInput = {
  phone?: string
  name?: string
  slug?: string
  status?: string
  shown?: boolean
  tier?: 'gold' | 'silver'
  ranking?: number
  prices?: Partial<Record<TeachingMode, number>>
  onlinePrice?: number
  offers?: [gradeKey: string, subject: string][]
  lat?: number
  lon?: number
  /** Defaults to the city of the given point, if known. */
  city?: string
  area?: string
  range?: string
  rating?: number
  gender?: string
  /** Teaches daily between two times; may ask to confirm picked times first. */
  hours?: { from: string; to: string; confirmsFirst?: boolean }
  /** Tax facts; null for none. By default a registered company, from which TDS and TCS are withheld. */
  tax?: TaxInput | null
}

/**
 * A listed mentor; by default teaches mathematics to classes 9 and 10 at the family's home for 4,500 rupees a month.
 */
export async function makeMentor(db: Db, input: MentorInput = {}) {
  const phone = input.phone ?? newPhone()
  const slug = input.slug ?? `mentor-${++count}`
  const point = { lat: input.lat ?? defaultPoint.lat, lon: input.lon ?? defaultPoint.lon }
  const home = input.city === undefined ? cityAt(point) : findCity(input.city)
  const accountId = await makeAccount(db, phone)
  const id = await insertedId(
    sql<{ id: string }>`
    insert into mentor (slug, account_id, status, full_name, gender, age, experience, area, city, state, lat, lon, teaching_range, show_on_website,
      tier, admin_ranking, rating, rating_count, teaches_online, online_price_paise, email)
    values (${slug}, ${accountId}, ${input.status ?? 'verified'}, ${input.name ?? `Mentor ${count}`}, ${input.gender ?? 'female'}, 34, '5-10',
      ${input.area ?? ''}, ${home?.name ?? input.city ?? 'Nowhere'}, ${home?.state ?? 'Kerala'}, ${point.lat}, ${point.lon}, ${input.range ?? 'anywhere'}, ${input.shown ?? true},
      ${input.tier ?? 'silver'}, ${input.ranking ?? 10}, ${input.rating ?? null}, ${input.rating ? 10 : 0}, ${input.onlinePrice !== undefined},
      ${input.onlinePrice ? input.onlinePrice * 100 : null}, 'mentor@example.com') returning id`.execute(db),
  )
  for (const [mode, price] of Object.entries(input.prices ?? { homeTuition: 4500 })) {
    await sql`insert into mentor_mode (mentor_id, mode, monthly_price_paise) values (${id}, ${mode}, ${price * 100})`.execute(
      db,
    )
  }
  for (const [key, subject] of input.offers ?? [['class-9-10', 'mathematics']]) {
    await sql`insert into mentor_offer (mentor_id, level, grade_key, subject) values (${id}, 'school', ${key}, ${subject})`.execute(
      db,
    )
  }
  if (input.hours) {
    const { from, to, confirmsFirst = false } = input.hours
    await sql`insert into availability (mentor_id, confirms_first) values (${id}, ${confirmsFirst})`.execute(db)
    await sql`insert into weekly_hours (mentor_id, weekday, hours)
      select ${id}, day, int4multirange(int4range((extract(epoch from ${from}::time) / 60)::int, (extract(epoch from ${to}::time) / 60)::int))
      from generate_series(1, 7) as day`.execute(db)
  }
  if (input.tax !== null) await makeTaxFacts(db, id, input.tax ?? { holder: 'company', isRegistered: true })
  await projectMentors(db, [id])
  return { id, phone, slug, accountId }
}

type TaxInput = { holder: HolderKind; isRegistered?: boolean; isResident?: boolean; state?: 'given' | 'look' }

/** A PAN that is unique within the test run, by kind of holder. */
export const newPan = (holder: HolderKind, surname = 'K') =>
  `ABC${Object.keys(panHolders).find((letter) => panHolders[letter as PanLetter] === holder)}${surname}${String(++count % 10_000).padStart(4, '0')}Z`
/** A valid GSTIN of a PAN, by default of Madhya Pradesh. */
const gstinOf = (pan: string, state = '23') => `${state}${pan}1Z${gstinCheck(`${state}${pan}1Z`)}`

/** Tax facts of a mentor: what is withheld from fees credited from now on. */
export async function makeTaxFacts(db: Db, mentorId: string, input: TaxInput) {
  const pan = newPan(input.holder)
  const gstin = input.isRegistered ? gstinOf(pan) : ''
  const sealed = sealTaxIds(testSecretKeys, mentorId, { pan, gstin })
  await sql`insert into mentor_tax (mentor_id, sealed, pan_hint, gstin_hint, holder, gst_state, is_resident, status)
    values (${mentorId}, ${sealed}, ${`••••••${pan.slice(-4)}`}, ${gstin ? `••••••${gstin.slice(-4)}` : null}, ${input.holder}, ${gstin ? gstin.slice(0, 2) : null},
      ${input.isResident ?? true}, ${input.state ?? 'given'})`.execute(db)
  return { pan, gstin }
}

type ReviewInput = {
  stars?: number
  words?: string
  daysAgo?: number
  published?: boolean
  hidden?: boolean
  family?: string | null | undefined
}

/** A review by the parent of a class 8 learner, published when written by default. */
export async function makeReview(db: Db, mentorId: string, input: ReviewInput) {
  await sql`insert into review (mentor_id, family_id, writer, grade, area, city, stars, words, lessons_held, written_at, published_at, hidden_at, is_demo)
    select ${mentorId}, ${input.family ?? null}::uuid, 'parent', '8', 'Palasia', 'Indore', ${input.stars ?? 5}, ${input.words ?? ''}, 12, w.at,
      case when ${input.published ?? true} then w.at end, case when ${input.hidden ?? false} then now() end, true
    from (select now() - make_interval(days => ${input.daysAgo ?? 1}) as at) as w`.execute(db)
}

export const demoTotp = 'JBSWY3DPEHPK3PXP'

export type AdminInput = { name?: string; role?: 'owner' | 'operations' | 'support'; enrolled?: boolean }

export async function makeAdmin(db: Db, input: AdminInput = {}) {
  const phone = newPhone()
  const accountId = await makeAccount(db, phone)
  const totp = input.enrolled === false ? null : sealTotp(testSecretKeys, accountId, demoTotp)
  await sql`insert into admin_user (account_id, name, role, totp_secret)
    values (${accountId}, ${input.name ?? 'Admin'}, ${input.role ?? 'owner'}, ${totp})`.execute(db)
  return { phone, accountId }
}

/** Moves every lesson of a booking, and the mentor's slots with it, by whole days. */
export async function shiftLessons(db: Db, bookingId: string, days: number): Promise<void> {
  await sql`update teaching_slot set starts_at = starts_at + make_interval(days => ${days}), ends_at = ends_at + make_interval(days => ${days})
    where id in (select slot_id from lesson where booking_id = ${bookingId})`.execute(db)
  await sql`update lesson set starts_at = starts_at + make_interval(days => ${days}), ends_at = ends_at + make_interval(days => ${days})
    where booking_id = ${bookingId}`.execute(db)
}

/**
 * Books an earning without a lesson, its money at the bank as if the gateway had settled it. A negative amount takes
 * an earning back as commission.
 */
export async function makeEarning(db: Db, mentorId: string, amountPaise: number): Promise<void> {
  const lines = [
    { kind: amountPaise > 0 ? ('bank' as const) : ('commission' as const), amountPaise },
    { kind: 'mentor_payable' as const, ownerId: mentorId, amountPaise: -amountPaise },
  ]
  await transaction(db, (tx) => writeJournal(tx, { kind: 'correction', subjectId: randomUUID(), lines }))
}

/** Completes a newly bought booking as if its classes had been taught. */
export async function completeBooking(db: Db, id: string): Promise<void> {
  await sql`update booking set status = 'scheduled' where id = ${id} and status = 'pending_schedule'`.execute(db)
  await sql`update booking set status = 'completed' where id = ${id}`.execute(db)
}

/** Makes payout batches a day older, when an admin without colleagues may pay one of their own. */
export async function backdateBatches(db: Kysely<DB>): Promise<void> {
  await transaction(db, async (tx) => {
    await sql`alter table payout_batch disable trigger user`.execute(tx)
    await sql`update payout_batch set made_at = made_at - interval '24 hours'`.execute(tx)
    await sql`alter table payout_batch enable trigger user`.execute(tx)
  })
}

/** All of a payment comes to us, whatever the gateway, so that any mentor can be booked. */
export const payByFiles = (db: Kysely<DB>) =>
  sql`insert into setting (name, from_date, value) values ('payoutModes', '2026-01-01', '{"cashfree": "files", "razorpay": "files", "sandbox": "files"}'::jsonb)`.execute(
    db,
  )

/** Makes payout accounts two days older and proves waiting ones, so that payouts to them are not held back. */
export const agePayoutAccounts = (db: Kysely<DB>) =>
  sql`update payout_account set created_at = case when created_at > now() - interval '1 day' then created_at - interval '2 days' else created_at end,
    status = case status when 'waiting' then 'proven' else status end`.execute(db)

/** `cursor` with one character changed. */
export const altered = (cursor: string) => `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`
