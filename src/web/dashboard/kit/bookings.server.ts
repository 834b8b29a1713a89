import { bookingPages } from '#contract/apps/booking-pages.ts'
import type { ClassBooking } from '#contract/classes/bookings.ts'
import { gradeName, grades, subjectIn } from '#contract/reference/catalogue.ts'
import { addressLine } from '#contract/wire/address-line.ts'
import { m } from '#messages'
import type { Locale } from '../../locale.ts'
import { isActive, type ShownBooking } from './classes.ts'

export type BookingsPage = {
  /** Active bookings. */
  active: ShownBooking[]
  /** Bookings with a disputed or corrected lesson. */
  reported: ShownBooking[]
  /** All that were read. */
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
export const pagesIn = (url: URL): number =>
  Math.min(bookingPages.most, Math.max(1, Math.floor(Number(url.searchParams.get('shown'))) || 1))

/** The bookings of pages that the URL asks for, in the viewer's language, and those with a report. */
export function toBookingsPage(
  bookings: readonly ClassBooking[],
  { pages, locale, areaName }: { pages: number; locale: Locale; areaName: (name: string) => string },
): BookingsPage {
  const all = bookings.map((one) => toShownBooking(one, locale, areaName))
  const cards = all.slice(0, pages * bookingPages.bookings)
  return {
    all,
    cards,
    active: all.filter(isActive),
    reported: all.filter(({ lessons }) => lessons.some(({ dispute }) => dispute !== null)),
    morePages: cards.length < all.length ? pages + 1 : null,
  }
}
