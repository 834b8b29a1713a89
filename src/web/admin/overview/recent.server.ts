import { adminClasses } from '#contract/classes/admin-bookings.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { adminCases } from '#contract/support/admin-cases.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { readApi } from '../../api.ts'
import { currentLocale } from '../../locale.ts'
import { minutesText } from '../../minutes-text.ts'
import { formatRupees } from '../../ui/money.tsx'
import { caseRow } from '../kit/case-labels.server.ts'
import { fullDay } from '../kit/full-time.ts'

const shownRows = 4
type Given = Parameters<typeof readApi>[0]

/** The classes held last, as text. */
export async function recentSessions(context: Given) {
  const query = { status: 'held', to: dateInIndia(new Date()), limit: shownRows } as const
  const { data } = await readApi(context, adminClasses, { query })
  return data.map(({ _id, booking, mentor, learner, family, subject, startsAt, minutes, fee }) => ({
    _id,
    booking,
    mentor: mentor.name,
    // Families without a name are shown by the last digits of their phone; the overview is often open.
    learner: learner ?? family.name ?? `…${family.phone.slice(-4)}`,
    subject: subjectIn(subject, currentLocale()),
    day: fullDay(startsAt),
    duration: minutesText(minutes),
    amount: formatRupees(fee, true),
  }))
}
export type RecentSession = Awaited<ReturnType<typeof recentSessions>>[number]

/** The first reports of the list, as text. */
export async function recentCases(context: Given) {
  return (await readApi(context, adminCases, { query: { limit: shownRows } })).data.map((one) => caseRow(one))
}
export type RecentCase = Awaited<ReturnType<typeof recentCases>>[number]
