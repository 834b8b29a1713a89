import { type RawBuilder, sql } from 'kysely'
import { type ClassMode, gradeName, grades, homeModes, type Weekday, weekdays } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { firstName } from '#contract/wire/names.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import { inBothLanguages } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import { clockText, weekdayTimeText } from '#server/platform/figures.ts'
import { findArea } from '#server/reference/places/places.ts'

type Labels = Readonly<Record<Language, string>>
/** Location as shown to the mentor. */
const locationLabels: Record<ClassMode, Labels> = {
  homeTuition: { en: 'area not given', hi: 'इलाक़ा नहीं बताया' },
  counsellor: { en: 'area not given', hi: 'इलाक़ा नहीं बताया' },
  myPlace: { en: 'at your place', hi: 'आपके घर पर' },
  coachingCenter: { en: 'coaching centre', hi: 'कोचिंग सेंटर' },
  schoolTeaching: { en: 'at school', hi: 'स्कूल में' },
  groupClasses: { en: 'group class', hi: 'ग्रुप क्लास' },
  online: { en: 'online', hi: 'ऑनलाइन' },
}
const fallbacks = {
  student: { en: 'new student', hi: 'नया छात्र' },
  class: { en: 'class not given', hi: 'कक्षा नहीं बताई' },
  when: { en: 'to be agreed', hi: 'आपस में तय करें' },
} as const satisfies Record<string, Labels>

const weekday = { weekday: 'short', timeZone: 'UTC' } as const
const dayFormats = { en: new Intl.DateTimeFormat('en-IN', weekday), hi: new Intl.DateTimeFormat('hi-IN', weekday) }
/** 1 January 2024 was a Monday. */
const dayLabel = (day: Weekday, language: Language) =>
  dayFormats[language].format(new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day))))

type Row = {
  student: string | null
  grade: string | null
  mode: ClassMode
  area: string | null
  city: string | null
  wishedAt: Date | null
  wishes: { days?: Weekday[]; time?: string } | null
}

function timeLabel({ wishedAt, wishes }: Row, language: Language): string {
  if (wishedAt) return weekdayTimeText(wishedAt, language)
  const days = (wishes?.days ?? []).map((day) => dayLabel(day, language)).join(' ')
  const time = wishes?.time && clockText(instantInIndia('2024-01-01', wishes.time), language)
  return [days, time].filter(Boolean).join(', ') || fallbacks.when[language]
}

function locationLabel({ mode, area, city }: Row, language: Language): string {
  if (!area || !homeModes.includes(mode)) return locationLabels[mode][language]
  return (language === 'hi' && findArea(area, city ?? undefined)?.nameHi) || area
}

/** Learner values of the mentor's notifications: first name, grade, area and preferred time. */
export async function learnerLabels(tx: Transaction, bookingId: string) {
  const labels = await knownLabels(tx, bookingId)
  if (!labels) throw new Error(`no booking ${bookingId}`)
  return labels
}

/** As `learnerLabels`; null without a booking. */
export async function knownLabels(tx: Transaction, bookingId: string | RawBuilder<unknown>) {
  const { rows } = await sql<Row>`
    select coalesce(b.student_name, p.name) as student, coalesce(b.grade, p.grade) as grade, b.mode,
      coalesce(nullif(b.address ->> 'area', ''), f.area) as area, coalesce(b.address ->> 'city', f.city, m.city) as city,
      case when b.replaces is null then o.wished_at end as "wishedAt",
      case when b.replaces is null then o.wishes else b.wishes end as wishes
    from booking b join payment_order o on o.id = b.order_id join learner p on p.id = b.learner_id join family f on f.id = b.family_id
      join mentor m on m.id = b.mentor_id where b.id = ${bookingId}`.execute(tx)
  const [row] = rows
  if (!row) return null
  const grade = grades.find((one) => one === row.grade)
  return inBothLanguages((language) => ({
    student: row.student ? firstName(row.student) : fallbacks.student[language],
    class: grade ? gradeName(grade, language) : fallbacks.class[language],
    place: locationLabel(row, language),
    when: timeLabel(row, language),
  }))
}
