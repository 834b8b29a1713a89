import { sql } from 'kysely'
import { getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultContact, defaultPhone } from '#contract/wire/contact.ts'
import { contactIn } from '#server/settings/settings/settings.ts'
import { makeMentor, newPhone, shiftLessons } from '#test/builders.ts'
import { markedClass, monthWithClass } from '#test/marked-classes.ts'
import { inDays, type LoggedIn, type TestApp, testApp } from '#test/test-app.ts'
import { type AttendanceSheet, statusText } from './attendance-sheets.ts'
import { attendancePdf } from './sheet-pdf.ts'

const reach = contactIn(defaultPhone, defaultContact)
let app: TestApp
let family: LoggedIn
let mentor: LoggedIn
let booking: string
beforeAll(async () => {
  app = await testApp()
  family = await app.login(newPhone(), 'student')
  mentor = await app.login((await makeMentor(app.db, { name: 'सुनीता Deshpande' })).phone, 'mentor')
  const made = await monthWithClass(app, family, mentor)
  booking = made.booking
  await sql`update class_record set topic = '=HYPERLINK("http://x.example","भिन्न")' where id = ${made.record}`.execute(
    app.db,
  )
})
afterAll(() => app.stop())

const month = inDays(-1).slice(0, 7)
const sheet = (kind: 'pdf' | 'csv', who: LoggedIn, query = `month=${month}&language=hi`) =>
  who.get(`/api/class-bookings/${booking}/sheet/${kind}?${query}`)
const lines = (text: string) => text.trimEnd().split('\r\n')

test('exports a month as CSV without formulas and with fees for the family only', async () => {
  const { body, headers } = await sheet('csv', family)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(body.startsWith('\ufeff"तारीख़"')).toBe(true)
  const last = lines(body).at(-2)
  expect(last).toContain(`"${inDays(-1)}","Aarav","सुनीता Deshpande","गणित"`)
  expect(last).toContain(`"'=HYPERLINK(""http://x.example"",""भिन्न"")"`)
  expect(last).toMatch(/,375$/)
  expect(lines(body)[0]).toContain('"फ़ीस"')
  const theirs = (await sheet('csv', mentor, `month=${month}`)).body
  expect(lines(theirs)[0]).toBe('\ufeff"Date","Student","Mentor","Subject","In","Out","Minutes","Topic","Attendance"')
  expect(theirs).not.toContain('375')
})

test('counts hours of held lessons only, and of the requested month only', async () => {
  const missed = await markedClass(app, mentor, booking)
  await sql`update lesson set status = 'missed_by_mentor' where id = ${missed.lesson}`.execute(app.db)
  const rows = lines((await sheet('csv', family, `month=${month}`)).body)
  const minutes = rows.slice(1, -1).map((row) => Number(/,(\d+),"[^,]*(?:,[^,]*)?","[^"]*",[\d.]+$/.exec(row)?.[1]))
  expect(rows.at(-2)).toContain('"Mentor absent",0')
  expect(rows.at(-1)).toContain(`"Total","","","","","",${minutes.reduce((sum, one) => sum + one, 0)},`)
  expect(lines((await sheet('csv', family, 'month=2020-02')).body)).toHaveLength(2)
})

test('states how each lesson was confirmed', () => {
  const held = { status: 'held', settled: false, disputed: false, decided: false, parentTick: false, byCode: false }
  const mark = (more: object) => statusText({ ...held, ...more } as Parameters<typeof statusText>[0], 'en') // safe: all it looks at
  expect(mark({})).toBe('Awaiting family')
  expect(mark({ parentTick: true })).toBe('Confirmed')
  expect(mark({ parentTick: true, byCode: true, settled: true })).toBe('Confirmed by code')
  expect(mark({ settled: true })).toBe('Confirmed automatically after 48 hours')
  expect(mark({ settled: true, decided: true })).toBe('Decided')
  expect(mark({ disputed: true, status: 'missed_by_mentor' })).toBe('Under review')
  expect(mark({ settled: true, status: 'cancelled' })).toBe('Cancelled late')
})

test('refuses other viewers and invalid months', async () => {
  const other = await app.login(newPhone(), 'student')
  const stranger = await app.login((await makeMentor(app.db)).phone, 'mentor')
  for (const kind of ['pdf', 'csv'] as const) {
    expect((await sheet(kind, other)).status).toBe(404)
    expect((await sheet(kind, stranger)).status).toBe(404)
    for (const bad of ['', 'month=2026-13', 'month=2026-11&language=fr', 'month=2026-11&x=1'])
      expect((await sheet(kind, family, bad)).body.code).toBe('bad-request')
  }
})

const read = async (pdf: Buffer) => {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const pages: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    pages.push(items.flatMap((item) => ('str' in item ? [item.str] : [])).join(' '))
  }
  return pages
}

test('renders a month as a PDF attachment in the requested language, also without lessons', async () => {
  const reply = await sheet('pdf', mentor)
  expect(reply.headers['content-disposition']).toBe(`attachment; filename="attendance-${month}.pdf"`)
  expect(String(reply.body).startsWith('%PDF')).toBe(true)
  const row: AttendanceSheet['rows'][number] = {
    startsAt: new Date('2026-11-03T12:00:00Z'),
    subject: 'mathematics',
    minutes: 100,
    feePaise: 37_500,
    status: 'held',
    settled: true,
    disputed: false,
    decided: false,
    timeIn: '17:30',
    timeOut: '19:10',
    topic: 'क्षेत्रफल और त्रिज्या',
    parentTick: true,
    byCode: true,
  }
  const given: AttendanceSheet = {
    month: '2026-11',
    mentor: 'सुनीता Deshpande',
    student: 'आरव',
    className: 'Class 8',
    school: null,
    rows: Array(60).fill(row),
    hasFees: true,
    madeAt: new Date('2026-11-21T12:00:00Z'),
  }
  const pages = await read(await attendancePdf(given, 'hi', reach))
  expect(pages.length).toBeGreaterThan(1)
  expect(pages[0]).toContain('कोड से पक्की')
  expect(pages.at(-1)).toContain('6000')
  expect(pages.at(-1)).toContain('22,500.00')
  const [empty] = await read(await attendancePdf({ ...given, rows: [], hasFees: false }, 'en', reach))
  expect(empty).toContain('No classes were held in this month.')
  expect(empty).not.toContain('Fee')
})

test('includes lessons of earlier bookings of the same learner and mentor', async () => {
  const rows = lines((await sheet('csv', family, `month=${month}`)).body).length
  const more = await app.paidBooking(family, mentor.id, { amount: 450, plan: 'hourly', hours: 2 })
  await sql`update booking b set learner_id = o.learner_id from booking o where o.id = ${booking} and b.id = ${more}`.execute(
    app.db,
  )
  await shiftLessons(app.db, booking, -1)
  await markedClass(app, mentor, more)
  await shiftLessons(app.db, booking, 1)
  expect(lines((await sheet('csv', family, `month=${month}`)).body)).toHaveLength(rows + 1)
})
