import { sql } from 'kysely'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import { unreadMessagesOf } from '#server/chat/chat.ts'
import {
  type BookingsJson,
  bookingsJson,
  codedLessons,
  homeOfFamily,
  newestAndReported,
  type Owner,
  ownedBy,
  type toCodes,
} from '#server/classes/bookings/bookings.ts'
import { shortlistIds } from '#server/mentors/shortlist/shortlist.ts'
import { type toSummaries, unfinishedOrders } from '#server/money/payments/payments.ts'
import { familyReads } from '#server/money/refunds/refunds.ts'
import { unreadNotificationsOf } from '#server/notifications/notifications.ts'
import { learnerAddresses } from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/database.ts'
import { readTogether } from '#server/platform/json-rows.ts'
import { prepared } from '#server/platform/prepared.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { promptedBookings, recentlyTaught, type toPrompts } from '#server/reviews/reviews.ts'

type FrameRow = { unread: number; unreadMessages: number; shortlist: string[] }

type HomeRow = {
  bookings: BookingsJson
  orders: Parameters<typeof toSummaries>[0]
  codes: Parameters<typeof toCodes>[1]
  prompted: Parameters<typeof toPrompts>[0]
  addresses: Record<string, ClassAddress | null>
}

/** All that a family's home shows, but for prices; `newest` bookings besides the active ones. */
export async function familyHomeOf(db: Db, familyId: string, newest: number): Promise<HomeRow> {
  const { rows } = await sql<HomeRow>`${prepared}
    select ${bookingsJson(homeOfFamily(familyId, newest, recentlyTaught(familyId)))} as bookings, ${unfinishedOrders(familyId)} as orders,
      ${codedLessons(familyId)} as codes, ${promptedBookings({ side: 'family', id: familyId })} as prompted, ${learnerAddresses(familyId)} as addresses`.execute(
    db,
  )
  if (!rows[0]) throw new Error('a home returned no row')
  return rows[0]
}

type PagesRow = { bookings: BookingsJson }

const pageOf = (owner: Owner, newest: number) => bookingsJson(newestAndReported(ownedBy(owner), newest))

/** A mentor's newest bookings and those with a report. */
export async function bookingPagesOf(db: Db, mentorId: string, newest: number): Promise<BookingsJson> {
  const { rows } = await sql<PagesRow>`${prepared} select ${pageOf({ mentorId }, newest)} as bookings`.execute(db)
  if (!rows[0]) throw new Error('a page of bookings returned no row')
  return rows[0].bookings
}

/** The same of a family, with its unfinished orders, refunds and money. */
export const familyPaymentsOf = (db: Db, familyId: string, newest: number) =>
  readTogether(db, { ...familyReads(familyId), page: { query: paymentsPage(familyId, newest), times: {} } })

const paymentsPage = (familyId: string, newest: number) => sql<PagesRow & Pick<HomeRow, 'orders'>>`
  select ${pageOf({ familyId }, newest)} as bookings, ${unfinishedOrders(familyId)} as orders`

/** What the frame of every page shows. */
export async function frameOf(db: Db, viewer: Viewer): Promise<FrameRow> {
  const { rows } = await sql<FrameRow>`${prepared}
    select ${unreadNotificationsOf(viewer)} as unread, ${unreadMessagesOf(viewer)} as "unreadMessages",
      ${shortlistIds(viewer.userType === 'student' ? viewer.familyId : null)} as shortlist`.execute(db)
  return rows[0] ?? { unread: 0, unreadMessages: 0, shortlist: [] }
}
