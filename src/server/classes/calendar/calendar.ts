import { createHash, randomUUID } from 'node:crypto'
import type { CalendarClass, CalendarFeed, UnscheduledBooking } from '#contract/classes/calendar.ts'
import { subjectName } from '#contract/reference/catalogue.ts'
import { addressLine } from '#contract/wire/address-line.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import { firstName } from '#contract/wire/names.ts'
import { instantInIndia } from '#contract/wire/time.ts'
import type { Context } from '#server/context.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { deleteFeed, feedOf, feedOwner, upsertFeed } from '#server/people/accounts/accounts.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { signerFor } from '#server/platform/sealed.ts'
import { assertFreshLogin, isFreshLogin, type Viewer } from '#server/platform/sessions.ts'
import { icsFile } from './ics.ts'
import * as queries from './queries.ts'

const extension = '.ics'
const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Feed tokens are derived from the feed id and a secret key, so they are never stored and can be shown again. */
const tokensBy = ({ config }: Context) => signerFor(config.secretKeys, 'calendar feeds')

function ownerOf(viewer: Viewer): { familyId: string } | { mentorId: string } | null {
  if (viewer.userType === 'mentor') return viewer.mentorId === null ? null : { mentorId: viewer.mentorId }
  return viewer.familyId === null ? null : { familyId: viewer.familyId }
}

/** A time as JSON of the database has it. */
const isoOf = (at: string) => new Date(at).toISOString()

type AboutRow = Pick<queries.PeriodRow, 'bookingId' | 'subject' | 'studentName' | 'learnerName' | 'mentorName'>
type Period = { month: string; months: number }

/** Lessons of one or more months from `month` (`YYYY-MM`) on for one side, and its bookings without times; mentors get first names only. */
export async function lessonsOfMonths(
  { db }: Context,
  viewer: Viewer,
  { month, months }: Period,
): Promise<{ data: CalendarClass[]; unscheduled: UnscheduledBooking[] }> {
  const owner = ownerOf(viewer)
  if (!owner) return { data: [], unscheduled: [] }
  const [year = 0, nth = 0] = month.split('-').map(Number)
  const next = new Date(Date.UTC(year, nth - 1 + months)).toISOString().slice(0, 7)
  const from = instantInIndia(`${month}-01`, '00:00')
  const until = instantInIndia(`${next}-01`, '00:00')
  const found = await queries.lessonsBetween(db, owner, from, until)
  const aboutOf = ({ bookingId, subject, studentName, learnerName, mentorName }: AboutRow) => ({
    booking: bookingId,
    subject: subjectName(subject, 'en'),
    student: studentName ?? (learnerName && ('mentorId' in owner ? firstName(learnerName) : learnerName)),
    mentorName,
  })
  const pending = new Map(
    found
      .filter(({ isPending }) => isPending)
      .map((one) => [one.bookingId, { ...aboutOf(one), scheduleBy: one.scheduleBy?.toISOString() ?? null }]),
  )
  const lessons = found.flatMap(({ isPending: _, scheduleBy: __, ...one }) => (one.id === null ? [] : [one]))
  const data = lessons.map(({ id, bookingId, studentName, learnerName, address, proposal, toConfirm, ...one }) => ({
    ...one,
    ...aboutOf({ ...one, bookingId, studentName, learnerName }),
    _id: id,
    place: address && addressLine(address),
    startsAt: one.startsAt.toISOString(),
    endsAt: one.endsAt.toISOString(),
    proposal: proposal && { ...proposal, startsAt: isoOf(proposal.startsAt) },
    toConfirm: 'familyId' in owner && toConfirm ? { ...toConfirm, confirmBy: isoOf(toConfirm.confirmBy) } : null,
  }))
  return { data, unscheduled: [...pending.values()] }
}

/** Feed of this account, with its address after a recent login; null when there is none or the secret key of its address is gone. */
export async function feedFor(context: Context, viewer: Viewer): Promise<CalendarFeed | null> {
  const row = await feedOf(context.db, viewer.accountId)
  const tokens = row ? tokensBy(context).all(row.id) : []
  const token = tokens
    .map((one) => one.toString('base64url'))
    .find((one) => row && hashToken(one).equals(row.tokenHash))
  if (!row || !token) return null
  const isFresh = await isFreshLogin(context.db, viewer)
  const url = isFresh ? `${context.config.publicUrl}/api/calendar/${token}${extension}` : null
  return { url, madeAt: row.madeAt.toISOString() }
}

/** Creates a feed and invalidates the previous one. It outlives the session, so it needs a recent login and a notice. */
export async function createFeed(context: Context, viewer: Viewer): Promise<{ madeAt: string }> {
  const { accountId, userType } = viewer
  const id = randomUUID()
  const token = tokensBy(context).sign(id).toString('base64url')
  return await transaction(context.db, async (tx) => {
    await assertFreshLogin(tx, viewer)
    const madeAt = await upsertFeed(tx, accountId, id, hashToken(token))
    const side = userType === 'mentor' ? 'mentor' : 'family'
    const values = inBothLanguages(() => ({}))
    await notify(tx, { event: 'calendar-link-made', accountId, side, onceKey: id, values })
    return { madeAt: madeAt.toISOString() }
  })
}

export const revokeFeed = ({ db }: Context, viewer: Viewer) => deleteFeed(db, viewer.accountId)

/**
 * Returns the iCalendar file of a secret address in its owner's language: first names, no phone numbers, and home
 * addresses of upcoming lessons only.
 */
export async function feedFile({ db, config }: Context, file: string): Promise<string> {
  const owner = file.endsWith(extension) ? await feedOwner(db, hashToken(file.slice(0, -extension.length))) : null
  if (!owner) throw new AppError('not-found')
  const { accountId, language } = owner
  const lessons = await queries.lessonsOfAccount(db, accountId)
  const site = `${config.publicUrl}${language === 'hi' ? '/hi' : ''}`
  const events = lessons.map((one) => ({
    ...one,
    isCancelled: one.status === 'cancelled',
    summary: summaryOf(one, language),
    location: one.address && addressLine(one.address),
    url: `${site}/dashboard/${one.isTaught ? 'mentor/calendar' : 'student/classes'}`,
  }))
  return icsFile(calendarName(language), events)
}

const calendarName = (language: Language) => (language === 'hi' ? `${brand.nameHi} की क्लास` : `${brand.name} classes`)

type Named = Pick<
  Awaited<ReturnType<typeof queries.lessonsOfAccount>>[number],
  'subject' | 'learnerName' | 'mentorName' | 'isTaught'
>
const summaryOf = ({ subject, learnerName, mentorName, isTaught }: Named, language: Language) =>
  [subjectName(subject, language), learnerName && firstName(learnerName), ...(isTaught ? [] : [firstName(mentorName)])]
    .filter(Boolean)
    .join(', ')
