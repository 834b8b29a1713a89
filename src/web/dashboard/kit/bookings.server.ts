import type { RouterContextProvider } from 'react-router'
import type { ClassBooking, familyBookings, mentorBookings } from '#contract/classes/bookings.ts'
import { gradeName, grades, subjectIn } from '#contract/reference/catalogue.ts'
import { addressLine } from '#contract/wire/address-line.ts'
import { m } from '#messages'
import { readApi, serverContext } from '../../api.ts'
import type { Locale } from '../../locale.ts'
import { isActive, type ShownBooking } from './classes.ts'

const perPage = 20
const perCall = 50
/** Pages always loaded, for totals and task lists. */
const minCalls = 4
const maxPages = 50

export type BookingsPage = {
  /** Active bookings. */
  active: ShownBooking[]
  /** Bookings with a disputed or corrected lesson. */
  reported: ShownBooking[]
  /** All loaded bookings. */
  all: ShownBooking[]
  /** Cards on the page, newest first. */
  cards: ShownBooking[]
  /** Page count for Show more; null at the end. */
  morePages: number | null
}

/** A booking with display names in the viewer's language. */
export function toShownBooking(
  booking: ClassBooking,
  locale: Locale,
  areaName: (name: string) => string,
): ShownBooking {
  const { name, grade } = booking.learner
  return {
    ...booking,
    subjectName: subjectIn(booking.subject, locale),
    // The family's own name for the learner first; mentors see no order.
    student: (booking.order && name) || (booking.studentName ?? name ?? m.dash_student()),
    className: gradeText(booking.class, grade, locale),
    area: booking.parent.area && areaName(booking.parent.area),
    place: booking.address && addressLine(booking.address),
  }
}

/** Grade as the mentor wrote it, localised when recognised: "8", "Class 8", "कक्षा 8". */
function gradeText(written: string | null, grade: string | null, locale: Locale): string | null {
  const words = written?.trim() ?? grade
  const known = grades.find((one) => [one, gradeName(one, 'en'), gradeName(one, 'hi')].some((name) => name === words))
  return known ? gradeName(known, locale) : words || null
}

/** Pages of bookings that the URL asks for. */
export const pagesIn = (url: URL, most = maxPages): number =>
  Math.min(most, Math.max(1, Math.floor(Number(url.searchParams.get('shown'))) || 1))

/** Loads an owner's bookings, newest first; the URL has the number of pages. `areaName` localises areas. */
export async function loadBookings(
  context: Readonly<RouterContextProvider>,
  endpoint: typeof familyBookings | typeof mentorBookings,
  ownerId: string,
  url: URL,
  areaName: (name: string) => string,
): Promise<BookingsPage> {
  const pages = pagesIn(url)
  const calls = Math.max(minCalls, Math.ceil((pages * perPage) / perCall))
  const found: ClassBooking[] = []
  let cursor: string | null = null
  for (let call = 0; call < calls; call++) {
    const query: { limit: number; cursor?: string } = { limit: perCall, ...(cursor !== null && { cursor }) }
    const reply: { data: ClassBooking[]; nextCursor: string | null } = await readApi(context, endpoint, {
      params: { id: ownerId },
      query,
    })
    found.push(...reply.data)
    cursor = reply.nextCursor
    if (cursor === null) break
  }
  const all = found.map((booking) => toShownBooking(booking, context.get(serverContext).locale, areaName))
  const cards = all.slice(0, pages * perPage)
  return {
    active: all.filter(isActive),
    reported: all.filter(({ lessons }) => lessons.some(({ dispute }) => dispute !== null)),
    all,
    cards,
    morePages: cards.length < all.length || cursor !== null ? pages + 1 : null,
  }
}
