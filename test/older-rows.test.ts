import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { olderDatabase } from './older-database.ts'

let older: Awaited<ReturnType<typeof olderDatabase>>
let people: { family: string; learner: string; mentor: string }
beforeAll(async () => {
  older = await olderDatabase()
  await older.migrateBefore('0027')
  const [payer, teacher] = [
    await made(sql`insert into account (phone) values ('9700000001') returning id`),
    await made(sql`insert into account (phone) values ('9700000002') returning id`),
  ]
  const family = await made(sql`insert into family (account_id) values (${payer}) returning id`)
  people = {
    family,
    learner: await made(sql`insert into learner (family_id) values (${family}) returning id`),
    mentor:
      await made(sql`insert into mentor (slug, account_id, full_name, gender, age, experience, email, area, city, state, lat, lon, teaching_range)
      values ('asha', ${teacher}, 'Asha Verma', 'female', 34, '5-10', '', '', 'Indore', 'Madhya Pradesh', 22.7, 75.8, 'anywhere') returning id`),
  }
})
afterAll(() => older.stop())

const made = async (query: RawBuilder<{ id: string }>) => {
  const id = (await query.execute(older.db)).rows[0]?.id
  if (!id) throw new Error('nothing was made')
  return id
}

let count = 0
const order = () =>
  made(sql`insert into payment_order (number, family_id, mentor_id, learner_id, plan, mode, subject, hours, price_paise, amount_paise, terms,
    gateway, expires_at, status, paid_at) values (${`order ${++count}`}, ${people.family}, ${people.mentor}, ${people.learner}, 'monthly',
    'homeTuition', 'mathematics', 1, 450000, 450000, '{}', 'sandbox', now(), 'paid', now()) returning id`)
const pay = (orderId: string) =>
  made(sql`insert into payment (order_id, gateway, gateway_payment_id, status, amount_paise)
    values (${orderId}, 'sandbox', ${`payment ${++count}`}, 'SUCCESS', 450000) returning id`)
const book = async (status: string, refundedPaise: number) => {
  const orderId = await order()
  const id =
    await made(sql`insert into booking (order_id, family_id, mentor_id, learner_id, plan, mode, subject, status, minutes, price_paise,
    refunded_paise, duration_days, terms, schedule_by) values (${orderId}, ${people.family}, ${people.mentor}, ${people.learner}, 'monthly',
    'homeTuition', 'mathematics', ${status}, 1200, 450000, ${refundedPaise}, 30, '{}', now()) returning id`)
  return { id, orderId }
}
const slot = (orderId: string) =>
  made(sql`insert into teaching_slot (mentor_id, mode, starts_at, ends_at, status, order_id)
    select ${people.mentor}, 'homeTuition', at, at + interval '100 minutes', 'booked', ${orderId}
    from (select now() + make_interval(days => ${++count}) as at) one returning id`)
const lesson = async (one: { id: string; orderId: string }, status: string, minutes: number) => {
  const slotId = await slot(one.orderId)
  return await made(sql`insert into lesson (booking_id, slot_id, learner_id, sequence, starts_at, ends_at, minutes, fee_paise, status, settled_at)
    select ${one.id}, id, ${people.learner}, ${++count}, starts_at, ends_at, ${minutes}, ${375 * minutes}, ${status},
      case when ${status} = 'held' then now() end from teaching_slot where id = ${slotId} returning id`)
}
const refund = (orderId: string, paymentId: string, kind: string) =>
  sql`insert into refund (order_id, payment_id, kind, amount_paise, status) values (${orderId}, ${paymentId}, ${kind}, 1000, 'approved')`.execute(
    older.db,
  )

test('rows from before bookings took minutes along, credits followed and orders knew their payment are put right', async () => {
  // All its classes are settled once its minutes are fewer.
  const taught = await book('scheduled', 225_000)
  await lesson(taught, 'held', 600)
  const goesOn = await book('scheduled', 100_000)
  for (const status of ['held', 'scheduled']) await lesson(goesOn, status, 300)
  const unscheduled = await book('pending_schedule', 450_000)
  const ended = await book('cancelled', 412_500)
  await lesson(ended, 'held', 100)
  const [empty, kept] = [await slot(unscheduled.orderId), await slot(goesOn.orderId)]

  const [once, late, twice] = [await order(), await order(), await order()]
  const payer = await pay(once)
  const [, lateOne] = [await pay(late), await pay(late)]
  await refund(late, lateOne, 'made')
  const [again, first] = [await pay(twice), await pay(twice)]
  await refund(twice, again, 'owed')
  await sql`insert into journal (kind, subject_id) values ('correction', ${again})`.execute(older.db)
  await older.migrateBefore('0030')
  for (const status of ['cancelled', 'cancelled', 'cancelled']) {
    const lessonId = await lesson(goesOn, status, 200)
    await sql`insert into lesson_credit (booking_id, lesson_id, minutes, cause) values (${goesOn.id}, ${lessonId}, 200, 'family')`.execute(
      older.db,
    )
  }

  await older.migrateBefore('class-address')
  // Until then the mentor was shown the address of the profile.
  await sql`update family set address = '14, Scheme 54', area = 'Vijay Nagar' where id = ${people.family}`.execute(
    older.db,
  )
  await older.migrateBefore()
  const { rows: addresses } = await sql<{ status: string; address: unknown }>`
    select distinct status, address from booking`.execute(older.db)
  const profile = { house: '14, Scheme 54', area: 'Vijay Nagar', city: 'Indore' }
  for (const { status, address } of addresses)
    expect(address, status).toEqual(status === 'scheduled' || status === 'pending_schedule' ? profile : null)

  const states = await sql<{
    id: string
    status: string
    minutes: number
  }>`select id, status, minutes from booking`.execute(older.db)
  expect(Object.fromEntries(states.rows.map(({ id, status, minutes }) => [id, [status, minutes]]))).toEqual({
    [taught.id]: ['completed', 600],
    [goesOn.id]: ['scheduled', 934],
    [unscheduled.id]: ['cancelled', 1200],
    [ended.id]: ['cancelled', 1200],
  })
  const slots = await sql<{ id: string; status: string }>`
    select id, status from teaching_slot where id in (${empty}, ${kept})
    union all select booking_id, s.status from lesson l join teaching_slot s on s.id = l.slot_id where l.status = 'held'`.execute(
    older.db,
  )
  expect(Object.fromEntries(slots.rows.map(({ id, status }) => [id, status]))).toEqual({
    ...{ [empty]: 'released', [kept]: 'booked' },
    ...{ [taught.id]: 'booked', [goesOn.id]: 'booked', [ended.id]: 'booked' },
  })
  const credits = await sql`select minutes, voided_at is not null as "isVoided" from lesson_credit order by id`.execute(
    older.db,
  )
  expect(credits.rows).toEqual([
    { minutes: 200, isVoided: false },
    { minutes: 134, isVoided: false },
    { minutes: 200, isVoided: true },
  ])
  const paid = await sql<{
    id: string
    by: string
  }>`select id, paid_by as by from payment_order where paid_by is not null`.execute(older.db)
  expect(Object.fromEntries(paid.rows.map(({ id, by }) => [id, by]))).toEqual({
    [once]: payer,
    [late]: lateOne,
    [twice]: first,
  })
})

test('refunds made for a case by its number, and requests nobody decided, know their case', async () => {
  const rows = await olderDatabase()
  await rows.migrateBefore('appeals')
  const made = async (query: RawBuilder<{ id: string }>) => (await query.execute(rows.db)).rows[0]?.id as string
  const account = (phone: string) => made(sql`insert into account (phone) values (${phone}) returning id`)
  const person = await account('9700000003')
  const family = await made(sql`insert into family (account_id, name) values (${person}, 'Meera') returning id`)
  const stranger = await made(sql`insert into family (account_id) values (${await account('9700000005')}) returning id`)
  const learner = await made(sql`insert into learner (family_id) values (${family}) returning id`)
  const mentor =
    await made(sql`insert into mentor (slug, account_id, full_name, gender, age, experience, email, area, city, state, lat, lon, teaching_range)
      values ('asha', ${await account('9700000004')}, 'Asha Verma', 'female', 34, '5-10', '', '', 'Indore', 'Madhya Pradesh', 22.7, 75.8, 'anywhere') returning id`)
  const caseOf = (of: string) =>
    made(sql`insert into support_case (kind, topic, text, name, phone, language, family_id, answer_by)
      values ('refund', 'refund', 'Money back', 'Meera', '9700000003', 'en', ${of}, now()) returning id`)
  const [own, foreign] = [await caseOf(family), await caseOf(stranger)]
  const refund = async (status: string, about: string | null) => {
    const order =
      await made(sql`insert into payment_order (number, family_id, mentor_id, learner_id, plan, mode, subject, hours, price_paise, amount_paise, terms,
        gateway, expires_at, status, paid_at) values (${`order ${++count}`}, ${family}, ${mentor}, ${learner}, 'monthly',
        'homeTuition', 'mathematics', 1, 450000, 450000, '{}', 'sandbox', now(), 'paid', now()) returning id`)
    const payment = await made(sql`insert into payment (order_id, gateway, gateway_payment_id, status, amount_paise)
      values (${order}, 'sandbox', ${`payment ${++count}`}, 'SUCCESS', 450000) returning id`)
    return await made(sql`insert into refund (order_id, payment_id, kind, amount_paise, status, reason)
      values (${order}, ${payment}, ${status === 'requested' ? 'asked' : 'made'}, 1000, ${status},
        coalesce((select number || ': one class' from support_case where id = ${about}), '')) returning id`)
  }
  const [named, wrong, asked] = [
    await refund('approved', own),
    await refund('approved', foreign),
    await refund('requested', null),
  ]
  await rows.migrateBefore()
  const caseIdOf = (id: string) => made(sql`select case_id as id from refund where id = ${id}`)
  expect([await caseIdOf(named), await caseIdOf(wrong)]).toEqual([own, null])
  const opened = await sql`
    select kind, topic, name, phone, status, family_id, mentor_id, number like 'CASE-%' as numbered from support_case
    where id = ${await caseIdOf(asked)}`.execute(rows.db)
  const facts = { kind: 'refund', topic: 'refund', name: 'Meera', phone: '9700000003', status: 'open' }
  expect(opened.rows).toEqual([{ ...facts, family_id: family, mentor_id: mentor, numbered: true }])
  await rows.stop()
})
