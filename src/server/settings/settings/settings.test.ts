import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultAnswerTemplates } from '#contract/support/answer-templates.ts'
import { defaultPeople, defaultSocial } from '#contract/wire/brand.ts'
import { defaultContact, defaultPhone } from '#contract/wire/contact.ts'
import { defaultOffice } from '#contract/wire/office.ts'
import { isQuiet } from '#server/notifications/notifications.ts'
import { settingDefault } from '#server/settings/settings/settings.ts'
import { readyApplication } from '#test/application.ts'
import { makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
let owner: LoggedIn
let other: LoggedIn
beforeAll(async () => {
  app = await testApp()
  owner = await app.admin({ name: 'Rekha' })
  other = await app.admin()
})
afterAll(() => app.stop())
beforeEach(async () => void (await sql`delete from setting`.execute(app.db)))

const at = '/api/admin/settings'
const allOn = { bookings: true, payments: true, applications: true, chat: true, calls: true, gold: true }
const set = (name: string, value: unknown, seen: unknown, by = owner) => by.post(at, { name, value, seen })
const turnOff = async (...names: (keyof typeof allOn)[]) => {
  const value = { ...allOn, ...Object.fromEntries(names.map((name) => [name, false])) }
  expect((await set('switches', value, allOn)).status).toBe(200)
}
const audits = async (action = 'setting.set') => {
  const { rows } = await sql<{ id: string; detail: unknown }>`
    select subject_id as id, detail from audit where action = ${action} order by at`.execute(app.db)
  return rows
}
const visitor = () => app.browser()

test('previews a change, applies it at once, and records it in audit log and history', async () => {
  const next = '0731 255 5000'
  const preview = await owner.post(`${at}/preview`, { name: 'callingNumber', value: next, seen: defaultPhone })
  expect(preview.body.data).toEqual({
    value: next,
    changes: [{ field: 'value', was: defaultPhone, becomes: next }],
    touches: {},
  })
  expect((await visitor().get('/api/admin')).body.data[0].callingNo).toBe(defaultPhone)
  const before = (await audits()).length
  expect((await set('callingNumber', next, defaultPhone)).status).toBe(200)
  expect((await set('callingNumber', next, defaultPhone)).status).toBe(200)
  expect((await visitor().get('/api/admin')).body.data).toEqual([{ callingNo: next }])
  expect((await audits()).slice(before)).toEqual([{ id: 'callingNumber', detail: { was: defaultPhone, is: next } }])
  const { settings } = (await other.get(at)).body.data
  expect(settings.find((one: { name: string }) => one.name === 'callingNumber')).toMatchObject({
    value: next,
    default: defaultPhone,
    history: [{ by: 'Rekha', was: defaultPhone, is: next }],
  })
})

test('shows address and hours to visitors in both languages', async () => {
  const value = { ...defaultContact, email: 'care@brand.example', opensAt: 9, closesAt: 19, closesAtWeekends: 12 }
  expect((await set('contact', value, defaultContact)).status).toBe(200)
  expect((await visitor().get('/api/site')).body.data).toMatchObject({
    email: 'care@brand.example',
    hours: {
      en: ['Monday to Friday, 9\u00a0am to 7\u00a0pm', 'Saturday and Sunday, 9\u00a0am to 12\u00a0noon'],
      hi: ['सोमवार से शुक्रवार, सुबह\u00a09 से रात\u00a07', 'शनिवार और रविवार, सुबह\u00a09 से दोपहर\u00a012'],
    },
    policy: { cancelFreeHours: 12, guaranteeHours: 48 },
    off: [],
  })
})

const office = {
  legalName: 'Setu Learning Private Limited',
  grievanceName: 'Kavita Rao',
  grievancePhone: '0731 400 0001',
  grievanceEmail: 'grievance@setu.example',
  nodalName: '',
  nodalPhone: '',
  nodalEmail: '',
}

test('publishes on which part of the fees TDS is due above the limit', async () => {
  const isTdsOnExcess = async () => (await visitor().get('/api/site')).body.data.isTdsOnExcess
  expect(await isTdsOnExcess()).toBe(false)
  await sql`insert into setting (name, from_date, value) values ('taxRules', '2026-01-01', '{"onlyExcess": 1}')`.execute(
    app.db,
  )
  expect(await isTdsOnExcess()).toBe(true)
})

test('publishes the company and its officers once an owner names them', async () => {
  const published = async () => (await visitor().get('/api/site')).body.data.office
  const nobody = { name: '', phone: '', email: '' }
  expect(await published()).toEqual({ legalName: '', gstin: '', grievance: nobody, nodal: nobody })
  expect((await set('office', office, defaultOffice)).status).toBe(200)
  expect(await published()).toEqual({
    legalName: 'Setu Learning Private Limited',
    gstin: '',
    nodal: nobody,
    grievance: { name: 'Kavita Rao', phone: '0731 400 0001', email: 'grievance@setu.example' },
  })
})

test('shows changed social links and people to visitors at once, in order', async () => {
  const site = async () => (await visitor().get('/api/site')).body.data.social
  expect((await site()).map(({ name }: { name: string }) => name)).toEqual(['Facebook', 'Instagram', 'YouTube'])
  const none = Object.fromEntries(Object.keys(defaultSocial).map((name) => [name, '']))
  const links = {
    ...none,
    whatsapp: 'https://whatsapp.com/channel/0029Va',
    linkedin: ' https://in.linkedin.com/company/setu ',
  }
  expect((await set('socialLinks', links, defaultSocial)).status).toBe(200)
  expect(await site()).toEqual([
    { name: 'LinkedIn', href: 'https://in.linkedin.com/company/setu' },
    { name: 'WhatsApp', href: 'https://whatsapp.com/channel/0029Va' },
  ])
  expect((await set('socialLinks', none, { ...links, linkedin: links.linkedin.trim() })).status).toBe(200)
  expect(await site()).toEqual([])

  const people = async () => (await visitor().get('/api/site/people')).body.data
  expect((await people())[0]).toEqual({
    name: 'Kavita Rao',
    role: { en: 'Founder and CEO', hi: 'संस्थापक और सीईओ' },
    photo: '/portraits/kavita.svg',
  })
  const asha = { place: 1, name: 'Asha Verma', roleEn: 'Tutors', roleHi: 'ट्यूटर', portrait: '' }
  const wish = [...defaultPeople, asha, { ...asha, place: null, name: 'Ravi Jain' }]
  const preview = await owner.post(`${at}/preview`, { name: 'people', value: wish, seen: defaultPeople })
  const { value } = preview.body.data
  expect(value.map((one: typeof asha) => [one.place, one.name])).toEqual([
    ...[
      [1, 'Asha Verma'],
      [2, 'Kavita Rao'],
      [3, 'Vivek Malviya'],
      [4, 'Ravi Jain'],
    ],
  ])
  expect((await set('people', value, defaultPeople)).status).toBe(200)
  expect((await people())[0]).toEqual({ name: 'Asha Verma', role: { en: 'Tutors', hi: 'ट्यूटर' }, photo: null })
  const down = value.map((one: typeof asha, i: number) => (i === 0 ? { ...one, place: 3 } : one))
  expect((await set('people', down, value)).body.data.value.map((one: typeof asha) => one.name)).toEqual([
    ...['Kavita Rao', 'Vivek Malviya', 'Asha Verma', 'Ravi Jain'],
  ])
})

test('lets one of two concurrent owners change a setting and refuses the outdated one', async () => {
  for (let round = 0; round < 5; round++) {
    await sql`delete from setting`.execute(app.db)
    const replies = await Promise.all([set('documentDays', 20, 30), set('documentDays', 40, 30, other)])
    expect(replies.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'setting-changed'])
  }
  expect((await set('documentDays', 60, 30)).body.code).toBe('setting-changed')
  expect((await owner.post(`${at}/preview`, { name: 'documentDays', value: 60, seen: 30 })).body.code).toBe(
    'setting-changed',
  )
})

test('counts the documents the next night deletes in a preview', async () => {
  const { id } = await makeMentor(app.db)
  await sql`update mentor set document = '/media/one.pdf' where id = ${id}`.execute(app.db)
  await sql`insert into mentor_check (mentor_id, kind, state, checked_on) values (${id}, 'identity', 'passed', current_date - 20)
    on conflict (mentor_id, kind) do update set state = 'passed', checked_on = current_date - 20`.execute(app.db)
  const touches = async (value: number) =>
    (await owner.post(`${at}/preview`, { name: 'documentDays', value, seen: 30 })).body.data.touches
  expect([await touches(15), await touches(25)]).toEqual([{ documents: 1 }, { documents: 0 }])
})

test.each([
  ['a word as number', 'callingNumber', 'call us'],
  ['nine digits', 'callingNumber', '731 400 000'],
  ['an address that is none', 'contact', { ...defaultContact, email: 'help' }],
  ['a line break', 'contact', { ...defaultContact, addressEn: 'one\ntwo' }],
  ['closing before opening', 'contact', { ...defaultContact, opensAt: 12, closesAtWeekends: 11 }],
  ['a part left out', 'contact', { email: 'a@b.example' }],
  ['a part too many', 'switches', { ...allOn, refunds: false }],
  ['half a day', 'documentDays', 1.5],
  ['for ever', 'documentDays', 100_000],
  ['text for a number', 'documentDays', '30'],
  ['a short GSTIN', 'gstin', '23ABCDE1234F1Z'],
  ['no codes at all', 'otpLimits', { ...settingDefault('otpLimits'), perDeviceDay: 0 }],
  ['nothing', 'gstin', null],
  ['an officer without a phone', 'office', { ...office, grievancePhone: '' }],
  ['an officer without a name', 'office', { ...office, grievanceName: ' ' }],
  ['a nodal contact with an email only', 'office', { ...office, nodalEmail: 'nodal@setu.example' }],
  ['a legal name over two lines', 'office', { ...office, legalName: 'Setu\nLimited' }],
  ["an officer's email that is none", 'office', { ...office, grievanceEmail: 'kavita' }],
  ['an office left out in part', 'office', { legalName: 'Setu' }],
  ['a page without https', 'socialLinks', { ...defaultSocial, x: 'http://x.com/setu' }],
  ['a script for a page', 'socialLinks', { ...defaultSocial, x: 'javascript:alert(1)//x.com/' }],
  ['a page of another site', 'socialLinks', { ...defaultSocial, facebook: 'https://facebook.com.evil.example/setu' }],
  ['a page behind a name', 'socialLinks', { ...defaultSocial, facebook: 'https://facebook.com@evil.example/setu' }],
  ['a page over two lines', 'socialLinks', { ...defaultSocial, x: 'https://x.com/se\ntu' }],
  ['a site without a page', 'socialLinks', { ...defaultSocial, youtube: 'https://youtube.com/' }],
  ['a WhatsApp number', 'socialLinks', { ...defaultSocial, whatsapp: 'https://whatsapp.com/send?phone=98' }],
  ['a site nobody knows', 'socialLinks', { ...defaultSocial, orkut: '' }],
  ['thirteen people', 'people', Array.from({ length: 13 }, () => defaultPeople[0])],
  ['somebody without a role in Hindi', 'people', [{ ...defaultPeople[0], roleHi: ' ' }]],
  ['a portrait of ours that is none', 'people', [{ ...defaultPeople[0], portrait: '../admin' }]],
])('answers 400 naming the field for %s', async (_, name, value) => {
  const { settings } = (await owner.get(at)).body.data
  const seen = settings.find((one: { name: string }) => one.name === name).value
  for (const url of [at, `${at}/preview`]) {
    const reply = await owner.post(url, { name, value, seen })
    expect([reply.status, reply.body.code]).toEqual([400, 'bad-request'])
    expect(reply.body.details.fields[0].field).toMatch(/^value/)
  }
  expect((await set('feeRates', {}, null)).status).toBe(400)
})

test.each(['operations', 'support'] as const)('lets %s read but not change settings', async (role) => {
  const reader = await app.admin({ role })
  expect((await reader.get(at)).body.data).toMatchObject({ mayChange: false })
  const wish = { name: 'documentDays', value: 31, seen: 30 }
  for (const reply of [await reader.post(at, wish), await reader.post(`${at}/preview`, wish)])
    expect([reply.status, reply.body.code]).toEqual([403, 'not-allowed'])
})

test('counts provider calls in the health report without secrets', async () => {
  const { config } = app.context
  const healthOf = async (part: string) =>
    (await owner.get('/api/admin/health')).body.data.find((one: { part: string }) => one.part === part)
  await sql`delete from provider_hour`.execute(app.db)
  await owner.get('/api/admin/health')
  await sql`delete from provider_hour`.execute(app.db)
  expect(await healthOf('codes')).toMatchObject({ state: 'stand-in', by: 'outbox', succeeded: 0, lastSuccessAt: null })
  await app.login(newPhone(), 'student')
  expect(await healthOf('codes')).toMatchObject({ succeeded: 1, failed: 0, lastFailureAt: null })
  const store = app.context.providerCounts.counted('store', { put: async () => Promise.reject(new Error('full')) })
  await expect(store.put()).rejects.toThrow('full')
  expect(await healthOf('store')).toMatchObject({ by: 'disk', failed: 1 })
  // Older than a day, so not counted.
  await sql`insert into provider_hour (provider, hour, succeeded, failed) values
    ('sms', date_trunc('hour', now()) - interval '23 hours', 5, 2), ('sms', date_trunc('hour', now()) - interval '24 hours', 9, 9)`.execute(
    app.db,
  )
  const { hours } = await healthOf('sms')
  expect([hours.length, hours[0], hours.at(-1)]).toMatchObject([
    24,
    { succeeded: 5, failed: 2 },
    { succeeded: 0, failed: 0 },
  ])
  expect(Date.parse(hours.at(-1).from) - Date.parse(hours[0].from)).toBe(23 * 3_600_000)
  expect(await healthOf('jobs')).not.toHaveProperty('hours')
  expect(await healthOf('redis')).toMatchObject({ state: 'none' })
  expect((await healthOf('database')).by).toMatch(/^PostgreSQL \d+/)
  const text = JSON.stringify((await owner.get('/api/admin/health')).body)
  for (const secret of [...config.secretKeys, config.dataDir, 'postgres://']) expect(text).not.toContain(secret)
})

test('refuses a feature while it is turned off', async () => {
  const mentor = await makeMentor(app.db, { tier: 'gold' })
  const family = await app.login(newPhone(), 'student')
  const wish = { mentorId: mentor.id, amount: 99, plan: 'demo' }
  const call = () => visitor().post('/api/mentor-call', { mentorId: mentor.id, name: 'Asha', phone: newPhone() })
  const chat = () => family.post('/api/chat/messages', { receiver: mentor.id, message: 'Namaste' })
  const gold = async () => (await visitor().get('/api/mentor/gold-mentor')).body.data.length
  const doors = async () => [
    (await family.post('/api/payment/create-order', wish)).body.code ?? 'ok',
    (await chat()).body.code ?? 'ok',
    (await call()).body.code ?? 'ok',
    await gold(),
  ]
  await turnOff('bookings', 'chat', 'calls', 'gold')
  expect(await doors()).toEqual(['bookings-off', 'chat-off', 'calls-off', 0])
  expect((await visitor().get('/api/site')).body.data.off).toEqual(['bookings', 'chat', 'calls', 'gold'])
  const hindi = await family.post('/api/payment/create-order', wish, { headers: { 'accept-language': 'hi' } })
  expect(hindi.body.message).toContain('नई बुकिंग बंद')
  await sql`delete from setting`.execute(app.db)
  expect(await doors()).toEqual(['ok', 'ok', 'ok', 1])
  await turnOff('payments', 'applications')
  expect((await doors())[0]).toBe('payments-off')
  const phone = newPhone()
  const applicant = await app.login(phone, 'mentor')
  const apply = async () => await applicant.post('/api/mentor', await readyApplication(app.db, phone))
  expect((await apply()).body.code).toBe('applications-off')
  await sql`delete from setting`.execute(app.db)
  expect((await apply()).status).toBe(200)
})

test('only extends quiet hours, and refuses unknown placeholders in answers', async () => {
  const usual = { from: '21:00', until: '07:00' }
  expect((await set('quietHours', { from: '21:30', until: '06:00' }, usual)).status).toBe(400)
  expect((await set('quietHours', { from: '20:00', until: '08:00' }, usual)).status).toBe(200)
  const evening = new Date('2026-11-20T20:15:00+05:30')
  expect([await isQuiet(app.db, evening), await isQuiet(app.db, new Date('2026-11-20T08:00:00+05:30'))]).toEqual([
    ...[true, false],
  ])
  const one = { titleEn: 'Late', titleHi: 'देर', en: 'We are sorry, {name}.\r\nSoon.', hi: 'हमें खेद है, {name}।' }
  const bad = { ...one, en: 'We are sorry, {phone}.' }
  expect((await set('caseAnswers', [bad], defaultAnswerTemplates)).body.details.fields[0].field).toBe('value.0.en')
  expect((await set('caseAnswers', [], defaultAnswerTemplates)).status).toBe(400)
  const saved = await set('caseAnswers', [one], defaultAnswerTemplates)
  expect(saved.body.data.value).toEqual([{ ...one, en: 'We are sorry, {name}.\nSoon.' }])
})

test('shows the selected figures on the home page and quotes families with consent only', async () => {
  const mentor = await makeMentor(app.db, { name: 'Sunita Deshpande' })
  const family = await app.login(newPhone(), 'student')
  await sql`update family set name = 'Meera Joshi' where id = ${family.id}`.execute(app.db)
  const booking = await app.paidBooking(family, mentor.id)
  const { rows } = await sql<{ id: string }>`
    insert into review (mentor_id, booking_id, family_id, grade, area, city, stars, words, lessons_held, written_at, published_at)
    values (${mentor.id}, ${booking}, ${family.id}, '9', 'Palasia', 'Indore', 5, 'She found out in one hour what was missing.', 1,
      now() - interval '2 days', now() - interval '1 day') returning id`.execute(app.db)
  const id = rows[0]?.id ?? ''
  const quoting = (agreed: boolean, by = family) => by.post(`/api/class-bookings/${booking}/review/quoting`, { agreed })
  const quoted = async () => (await visitor().get('/api/testimonials')).body.data
  const refused = await set('testimonials', [id], [])
  expect([refused.status, refused.body.details.fields[0].field]).toEqual([400, 'value.0'])
  const twice = await set('testimonials', [id, id], [])
  expect([twice.status, twice.body.details.fields[0].field]).toEqual([400, 'value.1'])
  const stranger = await app.login(newPhone(), 'student')
  expect((await quoting(true, stranger)).status).toBe(404)
  expect((await owner.get('/api/admin/testimonials')).body.data).toEqual([])
  expect((await quoting(true)).body.data).toMatchObject({ mayBeQuoted: true })
  expect((await quoting(true)).status).toBe(200)
  expect((await owner.get('/api/admin/testimonials')).body.data).toMatchObject([{ _id: id, name: 'Meera' }])
  expect((await set('testimonials', [id, id], [])).status).toBe(400)
  expect((await set('testimonials', [id], [])).status).toBe(200)
  expect(await quoted()).toMatchObject([{ name: 'Meera', stars: 5, mentor: { fullName: 'Sunita Deshpande' } }])
  expect((await quoting(false)).status).toBe(200)
  expect(await quoted()).toEqual([])
  const all = { mentors: true, families: true, subjects: true, rating: true }
  expect((await set('homeFigures', { ...all, families: false }, all)).status).toBe(200)
  expect((await visitor().get('/api/mentor/figures')).body.data.shown).toEqual(['mentors', 'subjects', 'rating'])
})
