import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountConsent, completeBooking, makeMentor, newPhone } from '#test/builders.ts'
import { type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const downloadOf = async (who: LoggedIn) => (await who.get('/api/profile/privacy/download')).body.data

/** The rows of each statement by table; tables without rows are left out. */
async function readOracle(tables: Record<string, ReturnType<typeof sql>>) {
  const read = await Promise.all(
    Object.entries(tables).map(async ([table, query]) => {
      const { rows } = await sql<{ row: object }>`select to_jsonb(x) as row from (${query}) x`.execute(app.db)
      return [table, rows.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(read.filter(([, rows]) => rows.length > 0))
}

/** Rows of one list in any order: both sides sort by their content. */
const sorted = (data: Record<string, object[]>) =>
  Object.fromEntries(
    Object.entries(data).map(([table, rows]) => [
      table,
      rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => a.localeCompare(b)))).sort(),
    ]),
  )

/** What every account has, by its phone alone. */
const ofAccount = (phone: string) => {
  const account = sql`(select id from account where phone = ${phone})`
  return {
    account: sql`select phone, language, created_at from account where phone = ${phone}`,
    otp_challenge: sql`select sent_at, used_at from otp_challenge where phone = ${phone}`,
    known_device: sql`select verified_at from known_device where phone = ${phone}`,
    session: sql`select s.user_type, s.created_at, s.seen_at, s.expires_at, s.revoked_at from session s where s.account_id = ${account}`,
    consent: sql`select kind, version, language, shown, parent_name, relation, given_at, withdrawn_at from consent where account_id = ${account}`,
    news: sql`select event, data, created_at, read_at from news where account_id = ${account}`,
    nominee: sql`select name, relation, contact, named_at from nominee where account_id = ${account}`,
  }
}

test('the downloads of a family and its mentor equal what SQL finds of them, table by table', async () => {
  const row = await makeMentor(app.db, { hours: { from: '08:00', to: '20:00' } })
  const family = await app.login(newPhone(), 'student')
  const mentor = await app.login(row.phone, 'mentor')
  // Other people's rows must not appear.
  const stranger = await app.login(newPhone(), 'student')
  const email = `${family.phone}@mail.example`
  const learner = { name: 'Aarav', grade: '9' }
  for (const who of [family, stranger]) {
    const profile = { name: 'Meera', address: '12 MG Road', area: 'Palasia', city: 'Indore' }
    // The stranger gives the family's address as theirs.
    await who.put('/api/profile/family', { ...profile, email })
    await who.post('/api/shortlist', { mentorId: row.id })
  }
  await family.put('/api/profile/privacy/nominee', { name: 'Ravi', relation: 'Brother', contact: '9826000001' })
  for (const who of [family, stranger]) {
    const booking = await app.paidBooking(who, row.id, { amount: 4500, plan: 'monthly', learner })
    await completeBooking(app.db, booking)
    await sql`with made as (insert into conversation (family_id, mentor_id, last_seq) values (${who.id}, ${row.id}, 2) returning id)
      insert into message (conversation_id, seq, sender, client_id, text)
      select id, 1, 'family', gen_random_uuid(), ${`by ${who.phone}`} from made union all
      select id, 2, 'mentor', gen_random_uuid(), ${`to ${who.phone}`} from made`.execute(app.db)
  }
  const asked = { name: 'Meera', email, topic: 'booking', message: 'No time is set yet.' }
  const { number } = (await family.post('/api/support-tickets', asked)).body.data
  await app.runJobs()
  const own = sql`(select f.id from family f join account a on a.id = f.account_id where a.phone = ${family.phone})`
  const orders = sql`(select o.id from payment_order o where o.family_id = ${own})`
  expect(sorted(await downloadOf(family))).toEqual(
    sorted(
      await readOracle({
        ...ofAccount(family.phone),
        family: sql`select name, email, address, area, city, created_at from family where id = ${own}`,
        learner: sql`select name, grade, school, board, address, is_adult, created_at, archived_at from learner where family_id = ${own}`,
        payment_order: sql`select number, plan, mode, subject, amount_paise, status, address, wishes, created_at, paid_at from payment_order where id in ${orders}`,
        payment: sql`select p.amount_paise, p.status, p.method, p.bank_reference, p.seen_at from payment p where p.order_id in ${orders}`,
        receipt: sql`select r.number, r.printed, r.issued_at from receipt r where r.order_id in ${orders}`,
        booking: sql`select plan, mode, subject, grade, status, minutes, price_paise, student_name, class_name, school, wishes, address, booked_at
          from booking where order_id in ${orders}`,
        message: sql`select m.seq, m.text, m.sent_at from message m join conversation c on c.id = m.conversation_id
          where c.family_id = ${own} and m.sender = 'family'`,
        shortlist: sql`select created_at from shortlist where family_id = ${own}`,
        outbox: sql`select channel, recipient, text, created_at, sent_at from outbox
          where recipient = ${family.phone} or recipient = ${email} and (side = 'family' and account_id = (select id from account where phone = ${family.phone})
            or data ->> 'number' = ${number} or data ->> 'order' in (select id::text from (${orders}) x))`,
        support_case: sql`select number, kind, topic, text, name, phone, email, status, created_at, resolved_at, resolution from support_case where number = ${number}`,
      }),
    ),
  )
  const id = sql`(select m.id from mentor m join account a on a.id = m.account_id where a.phone = ${mentor.phone})`
  const fact = await sql<{ names: string }>`
    select string_agg(column_name, ', ') as names from information_schema.columns
    where table_name = 'mentor' and column_name in ('number', 'slug', 'status', 'full_name', 'email', 'gender', 'age', 'experience', 'photo', 'document', 'cv',
      'teaching_video', 'deleted_document', 'highest_qualification', 'specialization', 'university', 'qualification_display', 'graduation_year',
      'twelfth_stream', 'twelfth_board', 'graduation_degree', 'graduation_college', 'postgraduation_degree', 'postgraduation_college', 'teaching_experience',
      'brief', 'area', 'city', 'state', 'lat', 'lon', 'available_days', 'start_date', 'boards', 'languages', 'online_price_paise', 'teaches_online',
      'centre_seats', 'created_at', 'submitted_at', 'rejection', 'rating')`.execute(app.db)
  expect(sorted(await downloadOf(mentor))).toEqual(
    sorted(
      await readOracle({
        ...ofAccount(mentor.phone),
        mentor: sql`select ${sql.raw(fact.rows[0]?.names ?? '')} from mentor where id = ${id}`,
        mentor_mode: sql`select mode, monthly_price_paise from mentor_mode where mentor_id = ${id}`,
        mentor_offer: sql`select level, grade_key, subject from mentor_offer where mentor_id = ${id}`,
        mentor_tax: sql`select holder, pan_hint, gstin_hint, status from mentor_tax where mentor_id = ${id}`,
        availability: sql`select confirms_first, changed_at from availability where mentor_id = ${id}`,
        weekly_hours: sql`select weekday, hours from weekly_hours where mentor_id = ${id}`,
        message: sql`select m.seq, m.text, m.sent_at from message m join conversation c on c.id = m.conversation_id
          where c.mentor_id = ${id} and m.sender = 'mentor'`,
        // Who saved the mentor is not told by name.
        shortlist: sql`select created_at from shortlist where mentor_id = ${id}`,
        outbox: sql`select channel, recipient, text, created_at, sent_at from outbox where recipient in (${mentor.phone}, 'mentor@example.com')`,
      }),
    ),
  )
})

test('erasing and logging in at the same moment end in an erased account or a new one, never in half of one', async () => {
  for (let round = 0; round < 5; round++) {
    const phone = newPhone()
    const family = await app.login(phone, 'student')
    await family.post('/api/profile/privacy/erasure', undefined)
    const { rows } = await sql<{
      id: string
    }>`update erasure set due_at = now() where account_id = (select id from account where phone = ${phone}) returning account_id as id`.execute(
      app.db,
    )
    const id = rows[0]?.id ?? ''
    await sql`delete from otp_challenge where phone = ${phone}`.execute(app.db)
    const browser = app.browser(`10.7.1.${round}`)
    const sent = await browser.post('/api/otp/send-otp', { mobile: phone, userType: 'student' })
    const body = {
      verificationId: sent.body.verificationId,
      code: await app.codeFor(phone),
      phone,
      userType: 'student',
      consent: accountConsent(),
    }
    await app.context.queue.send(app.db, 'privacy.erase', {})
    const [login] = await Promise.all([browser.post('/api/otp/verify-otp', body), app.runJobs()])
    const { rows: accounts } = await sql<{ id: string; phone: string; gone: boolean; sessions: number }>`
      select a.id, a.phone, a.erased_at is not null as gone, (select count(*)::int from session s where s.account_id = a.id) as sessions
      from account a where a.id = ${id} or a.phone = ${phone} order by a.created_at`.execute(app.db)
    const [old, fresh] = accounts
    expect(old).toMatchObject({ id, gone: true, sessions: 0 })
    const isIn = (await browser.get('/api/profile')).status
    // Before erasing the login joined the old account and ended with it; after it, a new account was made or the code was gone.
    if (login.status === 200 && fresh) expect([fresh.gone, fresh.sessions, isIn]).toEqual([false, 1, 200])
    else expect([fresh, isIn]).toEqual([undefined, 401])
  }
})
