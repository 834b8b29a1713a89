import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consentKinds, consentText } from '#contract/people/consent-texts.ts'
import { readyApplication } from '#test/application.ts'
import { accountConsent, conductConsent, makeMentor, newPhone, parentConsent } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const api = '/api/profile/consents'
const current = (kind: (typeof consentKinds)[number], language: 'en' | 'hi' = 'en') => ({
  kind,
  language,
  version: consentText(kind, language).version,
})
const rowsOf = async (phone: string) =>
  (
    await sql<
      Record<string, unknown>
    >`select c.kind, c.version, c.language, c.shown, c.parent_name as name, c.relation, c.withdrawn_at is not null as gone
      from consent c join account a on a.id = c.account_id where a.phone = ${phone} order by given_at, c.id`.execute(
      app.db,
    )
  ).rows
/** The rows without the one of the login. */
const besidesAccount = async (phone: string) => (await rowsOf(phone)).filter(({ kind }) => kind !== 'account')
const child = { name: 'Aarav', grade: '8', school: null, board: null }
const add = (who: LoggedIn, body: object) => who.post('/api/users/learners', { parent: undefined, ...body })

/** Logs in as the code page does. */
async function logIn(phone: string, consent?: object) {
  const browser = app.browser(`10.9.0.${Math.floor(Math.random() * 250)}`)
  const { verificationId } = (await browser.post('/api/otp/send-otp', { mobile: phone, userType: 'student' })).body
  const verify = async (given = consent) =>
    browser.post('/api/otp/verify-otp', {
      verificationId,
      code: await app.codeFor(phone),
      phone,
      userType: 'student',
      consent: given,
    })
  return { verify, browser }
}

/** Fingerprints of the texts by version: a changed text needs the next version, and its own line here. */
const known: Record<string, string> = {
  'account 1': 'a1469e98a507',
  'documents 1': 'f76f9470f579',
  'documents 2': 'f9afa095735e',
  'e-kyc 1': 'c000ed4cda35',
  'child 1': '16e311cfbce0',
  'mentor-conduct 1': '6fdfa5a23788',
  'family-conduct 1': 'f03f34ec68a6',
  'family-conduct 2': '1bff3458f7ae',
}
test.each(consentKinds)('the text of %s changes with its version only', (kind) => {
  const en = consentText(kind, 'en')
  const hi = consentText(kind, 'hi')
  expect(en.items).toHaveLength(hi.items.length)
  const print = createHash('sha256')
    .update(JSON.stringify([en.items, hi.items]))
    .digest('hex')
    .slice(0, 12)
  expect(print).toBe(known[`${kind} ${en.version}`])
})

test('no account is made by a login without consent, and the code still works with it', async () => {
  const phone = newPhone()
  const { verify } = await logIn(phone)
  const refused = await verify()
  expect([refused.status, refused.body.code]).toEqual([409, 'account-consent-needed'])
  expect((await sql`select from account where phone = ${phone}`.execute(app.db)).rows).toEqual([])
  expect((await verify(accountConsent())).status).toBe(200)
  expect(await rowsOf(phone)).toMatchObject([{ kind: 'account', gone: false }])
})

test('a first login records the text it showed, in its language, and the next one nothing', async () => {
  const phone = newPhone()
  const consent = { version: consentText('account', 'hi').version, language: 'hi' }
  expect((await (await logIn(phone, consent)).verify()).status).toBe(200)
  await sql`delete from otp_challenge where phone = ${phone}`.execute(app.db)
  expect((await (await logIn(phone, consent)).verify()).status).toBe(200)
  const { items, version } = consentText('account', 'hi')
  expect(await rowsOf(phone)).toEqual([
    { kind: 'account', version, language: 'hi', shown: items.join('\n'), name: null, relation: null, gone: false },
  ])
})

test('a login page with an older text makes no account, names the new text, and its code still works', async () => {
  const phone = newPhone()
  const { verify } = await logIn(phone)
  const { version, items } = consentText('account', 'en')
  const refused = await verify({ version: version + 1, language: 'en' })
  expect([refused.status, refused.body.code]).toEqual([409, 'consent-changed'])
  expect(refused.body.details).toEqual({ kind: 'account', version, items })
  const accounts = await sql`select from account where phone = ${phone}`.execute(app.db)
  expect(accounts.rows).toHaveLength(0)
  expect((await verify({ version, language: 'en' })).status).toBe(200)
  expect(await rowsOf(phone)).toMatchObject([{ kind: 'account', version }])
})

test('consents are given once, withdrawn, and given again as a new row', async () => {
  const family = await app.login(newPhone(), 'student')
  const given = { ...current('child'), ...parentConsent() }
  await Promise.all([family.post(api, given), family.post(api, given)])
  expect((await family.get(api)).body.data).toMatchObject([
    { kind: 'child', parentName: 'Meera Sharma', relation: 'mother', withdrawnAt: null },
    { kind: 'account' },
  ])
  for (const _ of [1, 2]) expect((await family.call('DELETE', `${api}/child`)).status).toBe(200)
  await family.post(api, { ...given, relation: 'father', name: 'Ravi Sharma' })
  expect(await besidesAccount(family.phone)).toMatchObject([
    { name: 'Meera Sharma', relation: 'mother', gone: true },
    { name: 'Ravi Sharma', relation: 'father', gone: false },
  ])
  const kept = await family.call('DELETE', `${api}/account`)
  expect([kept.status, kept.body.code]).toEqual([409, 'consent-ends-with-account'])
})

test('rows of consents cannot be changed or deleted', async () => {
  const family = await app.login(newPhone(), 'student')
  await family.post(api, current('account'))
  const of = sql`where account_id = (select id from account where phone = ${family.phone})`
  for (const change of [
    sql`update consent set shown = 'other' ${of}`,
    sql`update consent set given_at = now() ${of}`,
    sql`delete from consent ${of}`,
  ])
    await expect(change.execute(app.db)).rejects.toThrow('append-only')
  await family.call('DELETE', `${api}/documents`)
  await sql`update consent set withdrawn_at = now() ${of}`.execute(app.db)
  await expect(sql`update consent set withdrawn_at = null ${of}`.execute(app.db)).rejects.toThrow('append-only')
})

test('a learner under 18 needs the consent of a parent with name and relation, once for the family', async () => {
  const family = await app.login(newPhone(), 'student')
  const mentor = await makeMentor(app.db)
  const order = { amount: 99, plan: 'demo', mentorId: mentor.id, learner: { name: 'Aarav', grade: '8' } }
  const buy = (more: object = {}) => family.post('/api/payment/create-order', { ...order, parent: undefined, ...more })
  for (const refused of [await add(family, child), await buy()])
    expect([refused.status, refused.body.code]).toEqual([409, 'parent-consent-needed'])
  for (const parent of [
    { ...parentConsent(), name: '' },
    { ...parentConsent(), relation: 'self' },
  ])
    expect((await add(family, { ...child, parent })).status).toBe(400)
  const old = await buy({ parent: { ...parentConsent(), version: 999 } })
  expect([old.status, old.body.code, old.body.details.version]).toEqual([
    ...[409, 'consent-changed', parentConsent().version],
  ])
  const learners = async () => (await family.get('/api/users/learners')).body.data
  expect([await learners(), await besidesAccount(family.phone)]).toEqual([[], []])
  expect((await buy({ parent: parentConsent() })).status).toBe(200)
  expect(await besidesAccount(family.phone)).toMatchObject([
    { kind: 'child', name: 'Meera Sharma', relation: 'mother' },
    { kind: 'family-conduct' },
  ])
  expect((await add(family, { ...child, name: 'Kabir' })).status).toBe(200)
  expect(await learners()).toHaveLength(2)
})

test('records the consent of a parent whose order names nobody', async () => {
  const family = await app.login(newPhone(), 'student')
  const mentor = await makeMentor(app.db)
  const order = { amount: 99, plan: 'demo', mentorId: mentor.id, learner: {}, parent: parentConsent() }
  expect((await family.post('/api/payment/create-order', order)).status).toBe(200)
  expect(await besidesAccount(family.phone)).toMatchObject([
    { kind: 'child', name: 'Meera Sharma', relation: 'mother' },
    { kind: 'family-conduct' },
  ])
})

test('a child without a name is not taken for the adult of the family, nor for a learner in the archive', async () => {
  const family = await app.login(newPhone(), 'student')
  const mentor = await makeMentor(app.db)
  const buy = async (more: object) => {
    const order = { amount: 99, plan: 'demo', mentorId: mentor.id, ...more }
    expect((await family.post('/api/payment/create-order', order)).status).toBe(200)
  }
  const learners = async () =>
    (
      await sql<{ isAdult: boolean; archived: boolean }>`
        select is_adult as "isAdult", archived_at is not null as archived from learner where family_id = ${family.id} order by id`.execute(
        app.db,
      )
    ).rows
  await buy({ learner: { adult: true }, parent: undefined })
  expect(await besidesAccount(family.phone)).toEqual([])
  await buy({ learner: {}, parent: parentConsent() })
  await buy({ learner: {}, parent: parentConsent() })
  await buy({ learner: { adult: true }, parent: undefined })
  const self = { isAdult: true, archived: false }
  const child = { isAdult: false, archived: false }
  expect(await learners()).toEqual([self, child])
  expect(await besidesAccount(family.phone)).toMatchObject([{ kind: 'child' }, { kind: 'family-conduct' }])
  await sql`update learner set archived_at = now() where family_id = ${family.id} and not is_adult`.execute(app.db)
  // The form asks no more who agrees.
  await buy({ learner: {}, parent: undefined })
  expect(await learners()).toEqual([self, { ...child, archived: true }, child])
})

test('records a consent that a parent gives again with an order that names nobody', async () => {
  const family = await app.login(newPhone(), 'student')
  const mentor = await makeMentor(app.db)
  const buy = (parent?: object) =>
    family.post('/api/payment/create-order', { amount: 99, plan: 'demo', mentorId: mentor.id, learner: {}, parent })
  expect((await buy(parentConsent())).status).toBe(200)
  await family.call('DELETE', `${api}/child`)
  const refused = await buy()
  expect([refused.status, refused.body.code]).toEqual([409, 'consent-needed'])
  expect((await buy(parentConsent())).status).toBe(200)
  const given = (await besidesAccount(family.phone)).filter(({ kind }) => kind === 'child')
  expect(given).toMatchObject([{ gone: true }, { gone: false }])
})

test('a child of the name and class of an adult is a learner of its own, with the consent of a parent', async () => {
  const family = await app.login(newPhone(), 'student')
  await add(family, { ...child, adult: true })
  expect((await add(family, child)).body.code).toBe('parent-consent-needed')
  for (const _ of [1, 2]) expect((await add(family, { ...child, parent: parentConsent() })).status).toBe(200)
  await add(family, { ...child, adult: true })
  const { data } = (await family.get('/api/users/learners')).body
  expect(data.map(({ isAdult }: { isAdult: boolean }) => isAdult)).toEqual([true, false])
  expect(await besidesAccount(family.phone)).toMatchObject([{ kind: 'child' }])
})

test('an adult learns without a parent, and an order that names nobody needs nobody', async () => {
  const family = await app.login(newPhone(), 'student')
  expect((await add(family, { ...child, name: 'Neha', grade: 'mcom', adult: true })).status).toBe(200)
  const mentor = await makeMentor(app.db)
  const order = { amount: 99, mentorId: mentor.id }
  expect((await family.post('/api/payment/create-order', order)).status).toBe(200)
  const { rows } = await sql`select name, is_adult from learner where family_id = ${family.id} order by id`.execute(
    app.db,
  )
  expect(rows).toEqual([
    { name: 'Neha', is_adult: true },
    { name: null, is_adult: false },
  ])
  expect(await besidesAccount(family.phone)).toEqual([])
})

test('after withdrawing, children are not booked until a parent agrees again, and adults are', async () => {
  const family = await app.login(newPhone(), 'student')
  const mentor = await makeMentor(app.db)
  const added = await add(family, { ...child, parent: parentConsent() })
  const adult = await add(family, { ...child, name: 'Neha', adult: true })
  await family.call('DELETE', `${api}/child`)
  const buy = (learnerId: string) =>
    family.post('/api/payment/create-order', { amount: 99, plan: 'demo', mentorId: mentor.id, learnerId })
  const refused = await buy(added.body.data._id)
  expect([refused.status, refused.body.code]).toEqual([409, 'consent-needed'])
  expect((await buy(adult.body.data._id)).status).toBe(200)
  await family.post(api, { kind: 'child', ...parentConsent() })
  expect((await buy(added.body.data._id)).status).toBe(200)
})

test('a mentor accepts the code of conduct before the application is submitted', async () => {
  const phone = newPhone()
  const mentor = await app.login(phone, 'mentor')
  const application = await readyApplication(app.db, phone)
  const submit = () => mentor.call('POST', '/api/mentor', application, { acceptsConduct: false })
  const refused = await submit()
  expect([refused.status, refused.body.code]).toEqual([409, 'conduct-needed'])
  const mentors = () => sql`select from mentor m join account a on a.id = m.account_id where a.phone = ${phone}`
  expect((await mentors().execute(app.db)).rows).toHaveLength(0)
  await mentor.post(api, current('mentor-conduct', 'hi'))
  expect((await submit()).status).toBe(200)
  expect((await mentors().execute(app.db)).rows).toHaveLength(1)
  const { version, items } = consentText('mentor-conduct', 'hi')
  expect(await besidesAccount(phone)).toEqual([
    {
      kind: 'mentor-conduct',
      version,
      language: 'hi',
      shown: items.join('\n'),
      name: null,
      relation: null,
      gone: false,
    },
  ])
  const kept = await mentor.call('DELETE', `${api}/mentor-conduct`)
  expect([kept.status, kept.body.code]).toEqual([409, 'consent-ends-with-account'])
})

test('the first class at home of a child needs the code of conduct, once', async () => {
  const family = await app.login(newPhone(), 'student')
  const mentor = await makeMentor(app.db, { onlinePrice: 3000 })
  const kid = await add(family, { ...child, parent: parentConsent() })
  const adult = await add(family, { ...child, name: 'Neha', adult: true })
  const buy = (learnerId: string, more: object = {}) =>
    family.post('/api/payment/create-order', {
      amount: 99,
      plan: 'demo',
      mentorId: mentor.id,
      learnerId,
      conduct: undefined,
      ...more,
    })
  const conducts = async () => (await rowsOf(family.phone)).filter(({ kind }) => kind === 'family-conduct')
  const refused = await buy(kid.body.data._id)
  expect([refused.status, refused.body.code]).toEqual([409, 'conduct-needed'])
  const old = await buy(kid.body.data._id, { conduct: { ...conductConsent('family'), version: 999 } })
  expect([old.status, old.body.code]).toEqual([409, 'consent-changed'])
  expect((await buy(adult.body.data._id)).status).toBe(200)
  expect((await buy(kid.body.data._id, { mode: 'online' })).status).toBe(200)
  expect(await conducts()).toEqual([])
  expect((await buy(kid.body.data._id, { conduct: conductConsent('family') })).status).toBe(200)
  expect(await conducts()).toMatchObject([{ version: conductConsent('family').version, gone: false }])
  expect((await buy(kid.body.data._id)).status).toBe(200)
  expect(await conducts()).toHaveLength(1)
})

test('withdrawing deletes a mentor’s documents at once, and new ones need the consent again', async () => {
  const phone = newPhone()
  const mentor = await app.login(phone, 'mentor')
  await mentor.post(api, current('documents'))
  const application = await readyApplication(app.db, phone)
  expect((await mentor.post('/api/mentor', application)).status).toBe(200)
  await app.runJobs()
  expect((await mentor.call('DELETE', `${api}/documents`)).status).toBe(200)
  await app.runJobs()
  const files = async () =>
    (
      await sql`select preset, deleted_at is not null as gone from media where account_id = (select id from account where phone = ${phone}) order by preset`.execute(
        app.db,
      )
    ).rows
  expect(await files()).toEqual([
    { preset: 'mentor-document', gone: true },
    { preset: 'mentor-photo', gone: false },
  ])
  const { rows } = await sql`select document, deleted_document is not null as gone from mentor
    where account_id = (select id from account where phone = ${phone})`.execute(app.db)
  expect(rows).toEqual([{ document: null, gone: true }])
  await sql`update mentor set status = 'rejected' where account_id = (select id from account where phone = ${phone})`.execute(
    app.db,
  )
  const again = await readyApplication(app.db, phone)
  const refused = await mentor.post('/api/mentor', again)
  expect([refused.status, refused.body.code]).toEqual([409, 'consent-needed'])
  await mentor.post(api, current('documents'))
  expect((await mentor.post('/api/mentor', again)).status).toBe(200)
})
