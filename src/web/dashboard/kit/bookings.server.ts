import type { RouterContextProvider } from 'react-router'
import type { ClassBooking, familyBookings, Lesson, mentorBookings } from '#contract/classes/bookings.ts'
import { gradeName, grades, subjectIn } from '#contract/reference/catalogue.ts'
import { addressLine } from '#contract/wire/address-line.ts'
import { m } from '#messages'
import { readApi, serverContext } from '../../api.ts'
import type { Locale } from '../../locale.ts'
import { isDisputed, type ShownBooking } from './classes.ts'

const perPage = 20
const perCall = 50
/** Figures and lists of what waits count this many calls; whoever has more bookings goes on by Show more. */
const alwaysCalls = 4
const mostPages = 50

export type BookingsPage = {
  /** Everything that is still going on. */
  active: ShownBooking[]
  /** Those with a class that somebody reported or corrected. */
  reported: ShownBooking[]
  /** Every booking read. */
  all: ShownBooking[]
  /** The cards of the page, newest first. */
  cards: ShownBooking[]
  /** Pages on show when there are more to show. */
  morePages: number | null
}

/** A booking in the reader's language. */
export function shownBooking(booking: ClassBooking, locale: Locale, areaName: (name: string) => string): ShownBooking {
  const { name, grade } = booking.learner
  return {
    ...booking,
    subjectName: subjectIn(booking.subject, locale),
    // The family's own word first; the mentor's side knows no orders.
    student: (booking.order && name) || (booking.studentName ?? name ?? m.dash_student()),
    className: classWords(booking.class, grade, locale),
    area: booking.parent.area && areaName(booking.parent.area),
    place: booking.address && addressLine(booking.address),
  }
}

/** A booking that was ended goes on as long as a class of it waits to be settled. */
const isGoingOn = ({ status, lessons }: ShownBooking): boolean =>
  status === 'pending_schedule' || status === 'scheduled' || lessons.some((one) => isWaiting(one) || isOpen(one))

const isWaiting = (lesson: Lesson): boolean => (lesson.status === 'held' && !lesson.settled) || isDisputed(lesson)

/** In a booking that was ended: it had begun, or one side is said not to have come. */
const isOpen = ({ status }: Lesson): boolean => status === 'scheduled'

/** The class as the mentor wrote it, in the reader's language when it is one we know: "8", "Class 8", "कक्षा 8". */
function classWords(written: string | null, grade: string | null, locale: Locale): string | null {
  const words = written?.trim() ?? grade
  const known = grades.find((one) => [one, gradeName(one, 'en'), gradeName(one, 'hi')].some((name) => name === words))
  return known ? gradeName(known, locale) : words || null
}

/** Reads an owner's bookings, newest first; the address says how many pages are on show. `areaName` puts areas into the reader's language. */
export async function loadBookings(
  context: Readonly<RouterContextProvider>,
  endpoint: typeof familyBookings | typeof mentorBookings,
  ownerId: string,
  url: URL,
  areaName: (name: string) => string,
): Promise<BookingsPage> {
  const pages = Math.min(mostPages, Math.max(1, Math.floor(Number(url.searchParams.get('shown'))) || 1))
  const calls = Math.max(alwaysCalls, Math.ceil((pages * perPage) / perCall))
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
  const all = found.map((booking) => shownBooking(booking, context.get(serverContext).locale, areaName))
  const cards = all.slice(0, pages * perPage)
  return {
    active: all.filter(isGoingOn),
    reported: all.filter(({ lessons }) => lessons.some(({ dispute }) => dispute !== null)),
    all,
    cards,
    morePages: cards.length < all.length || cursor !== null ? pages + 1 : null,
  }
}
