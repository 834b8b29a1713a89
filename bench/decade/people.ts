import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { sealTotp } from '#server/people/accounts/accounts.ts'
import type { UserType } from '#server/platform/sessions.ts'
import { readyApplication } from '#test/application.ts'
import { accountConsent, conductConsent, demoTotp, home, newPan, parentConsent } from '#test/builders.ts'
import { testSecretKeys } from '#test/secret-key.ts'
import { inDays, type Market, type Person } from './market.ts'
import { nameOf, phoneOf } from './names.ts'

export type Mentor = Person & {
  monthly: number
  status: 'applied' | 'listed' | 'suspended' | 'rejected'
  suspendedAt: number
  confirmsFirst: boolean
  grade: string
}
export type Family = Person & { learnerId: string; learnerName: string; appetite: number }
export type Admin = Person & { role: 'owner' | 'operations' }
export type People = { families: Family[]; mentors: Mentor[]; admins: Admin[]; last: number }
/** As many families leave as join once there are so many: a marketplace of a steady size, whose history grows. */
const maxFamilies = 250
/** Families that buy and ask. Who left keeps bookings, money and messages. */
export const customers = ({ families }: People): Family[] =>
  families.filter(({ isErased }) => !isErased).slice(-maxFamilies)
export const nobody = (): People => ({ families: [], mentors: [], admins: [], last: 0 })

function person(people: People, userType: UserType, letter: string): Person {
  const number = ++people.last
  return {
    label: `${letter}${number}`,
    number,
    userType,
    phone: phoneOf(number),
    name: nameOf(number),
    id: '',
    accountId: '',
    cookies: {},
    isErased: false,
    loggedInAt: 0,
  }
}

/** Logs in with the code of the last message, as on the login page. */
export async function login(market: Market, who: Person): Promise<string> {
  const { ask, db } = market
  delete who.cookies.session
  const sent = await ask(who, 'POST', '/api/otp/send-otp', { mobile: who.phone, userType: who.userType })
  if (sent.status !== 200) return sent.code
  const { rows } = await sql<{ code: string }>`
    select data ->> 'code' as code from outbox where recipient = ${who.phone} and template = 'otp'
      and created_at > now() - interval '15 minutes' order by created_at desc limit 1`.execute(db)
  const totp = who.userType === 'admin' ? { totp: new TOTP({ secret: demoTotp }).generate() } : {}
  const verified = await ask(who, 'POST', '/api/otp/verify-otp', {
    verificationId: sent.body.verificationId,
    code: rows[0]?.code,
    phone: who.phone,
    userType: who.userType,
    consent: accountConsent(),
    ...totp,
  })
  if (verified.status !== 200) return verified.code
  who.id = verified.body.data._id
  who.loggedInAt = Date.now()
  if (!who.accountId) {
    const found = await sql<{ id: string }>`select id from account where phone = ${who.phone}`.execute(db)
    who.accountId = found.rows[0]?.id ?? ''
  }
  return 'ok'
}

/** A request by somebody who logs in again when the session has ended. */
export async function as(
  market: Market,
  who: Person,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) {
  if (who.isErased) return { status: 0, body: {}, code: 'erased' }
  // Sessions of admins end after hours, others after a week without use.
  if (Date.now() - who.loggedInAt > (who.userType === 'admin' ? 11 * 3_600_000 : 6 * 86_400_000))
    await login(market, who)
  const reply = await market.ask(who, method, path, body)
  if (reply.status !== 401) return reply
  await login(market, who)
  return await market.ask(who, method, path, body)
}

export async function makeAdmins(market: Market, people: People): Promise<void> {
  for (const role of ['owner', 'owner', 'operations'] as const) {
    const one: Admin = { ...person(people, 'admin', 'a'), role }
    const { rows } = await sql<{ id: string }>`insert into account (phone) values (${one.phone}) returning id`.execute(
      market.db,
    )
    one.accountId = rows[0]?.id ?? ''
    await sql`insert into admin_user (account_id, name, role, totp_secret)
      values (${one.accountId}, ${one.name}, ${role}, ${sealTotp(testSecretKeys, one.accountId, demoTotp)})`.execute(
      market.db,
    )
    people.admins.push(one)
  }
}

/** A family signs up with its first learner. */
export async function signUp(market: Market, people: People): Promise<string> {
  const one: Family = {
    ...person(people, 'student', 'f'),
    learnerId: '',
    learnerName: '',
    appetite: market.dice.next(),
  }
  const entered = await login(market, one)
  if (entered !== 'ok') return entered
  people.families.push(one)
  const profile = {
    name: one.name,
    email: `${one.label}@example.com`,
    address: home.house,
    area: home.area,
    city: home.city,
  }
  await as(market, one, 'PUT', '/api/profile/family', profile)
  one.learnerName = nameOf(++people.last)
  const facts = {
    name: one.learnerName,
    grade: '9',
    school: null,
    board: null,
    address: home,
    parent: { ...parentConsent(), name: one.name },
  }
  const added = await as(market, one, 'POST', '/api/users/learners', facts)
  one.learnerId = added.body.data?._id ?? ''
  return added.code
}

/** A mentor applies, with everything an application needs. */
export async function apply(market: Market, people: People): Promise<string> {
  const { dice, db } = market
  const monthly = 500 * dice.int(4, 18)
  const one: Mentor = {
    ...person(people, 'mentor', 'm'),
    monthly,
    status: 'applied',
    suspendedAt: 0,
    confirmsFirst: dice.chance(0.3),
    grade: 'class-9-10',
  }
  const entered = await login(market, one)
  if (entered !== 'ok') return entered
  await as(market, one, 'POST', '/api/profile/consents', { kind: 'mentor-conduct', ...conductConsent('mentor') })
  const given = { fullName: one.name, email: `${one.label}@example.com`, teachingRange: 'anywhere' }
  const modes = {
    homeTuition: { selected: true, monthlyPrice: monthly },
    groupClasses: { selected: false },
    myPlace: { selected: false },
  }
  const sent = await as(
    market,
    one,
    'POST',
    '/api/mentor',
    await readyApplication(db, one.phone, { ...given, teachingModes: modes }),
  )
  if (sent.status !== 200) return sent.code
  one.id = sent.body.data._id
  people.mentors.push(one)
  return 'ok'
}

const checks = {
  identity: { basis: 'aadhaar', method: 'original' },
  qualification: { basis: 'degree-certificate', method: 'original', degree: 'bsc_mathematics', degreeYear: 2013 },
  interview: { basis: 'sample-class', method: 'in-person' },
}

/** An admin checks an applicant and decides; a listed mentor then sets hours, account and taxes. */
export async function verify(market: Market, admin: Admin, mentor: Mentor): Promise<string> {
  const { dice, db } = market
  const version = async () =>
    (await sql<{ version: number }>`select version from mentor where id = ${mentor.id}`.execute(db)).rows[0]?.version
  const decide = async (decision: string, more = {}) =>
    as(market, admin, 'POST', `/api/admin/mentors/${mentor.id}/decision`, {
      decision,
      version: await version(),
      ...more,
    })
  if (dice.chance(0.1)) {
    const refused = await decide('reject', { reason: 'The photo is not clear' })
    if (refused.status === 200) mentor.status = 'rejected'
    return `reject ${refused.code}`
  }
  for (const [kind, facts] of Object.entries(checks)) {
    const found = { state: 'passed', checkedOn: inDays(0), evidence: 'seen', ...facts, version: await version() }
    const checked = await as(market, admin, 'PUT', `/api/admin/mentors/${mentor.id}/checks/${kind}`, found)
    if (checked.status !== 200) return `${kind} ${checked.code}`
  }
  const verified = await decide('verify', { show: true })
  if (verified.status !== 200) return verified.code
  mentor.status = 'listed'
  const days = [1, 2, 3, 4, 5, 6, 7].filter(() => dice.chance(0.8))
  const week = days.map((weekday) => ({ weekday, from: `0${dice.int(6, 9)}:00`, to: `${dice.int(17, 21)}:00` }))
  await as(market, mentor, 'PUT', '/api/mentor/availability', { version: 0, week, confirmsFirst: mentor.confirmsFirst })
  await as(market, mentor, 'PUT', '/api/mentor/payout-account', {
    method: 'upi',
    holder: mentor.name,
    upi: `${mentor.label}@okaxis`,
  })
  if (dice.chance(0.7)) {
    const surname = mentor.name.split(' ')[1]?.charAt(0) ?? 'K'
    await as(market, mentor, 'PUT', '/api/mentor/tax', {
      holder: 'individual',
      resident: true,
      pan: newPan('individual', surname),
    })
  }
  return 'ok'
}
