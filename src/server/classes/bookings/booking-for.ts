import type { ClassBooking } from '#contract/classes/bookings.ts'
import { homeModes } from '#contract/reference/catalogue.ts'
import { firstName } from '#contract/wire/names.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { bookingById } from './queries.ts'

/** The mentor travels to the family's home for upcoming lessons. */
const mentorTravels = ({ mode, status }: ClassBooking): boolean =>
  homeModes.includes(mode) && (status === 'pending_schedule' || status === 'scheduled')

/** Restricts a booking to what the viewer may see: mentors get no surnames, order or balance; support and suspended mentors get no address. */
export function visibleTo(viewer: Viewer, booking: ClassBooking): ClassBooking {
  if (viewer.userType === 'admin' && viewer.adminRole === 'support') return { ...booking, address: null }
  if (viewer.userType !== 'mentor') return booking
  const { parent, learner } = booking
  return {
    ...booking,
    order: null,
    orderNumber: null,
    balance: null,
    money: null,
    cameBack: null,
    canRenew: false,
    replaces: null,
    replacedBy: null,
    guarantee: null,
    parent: { ...parent, name: parent.name && firstName(parent.name) },
    address: mentorTravels(booking) && !booking.isPaused ? booking.address : null,
    learner: { ...learner, name: learner.name && firstName(learner.name) },
  }
}

/** Reads a booking for a viewer; throws `not-found` for bookings of others. */
export async function bookingFor({ db }: Context, viewer: Viewer, id: string) {
  const booking = await bookingById(db, id)
  const isOwner = {
    student: booking?.parent._id === viewer.familyId,
    mentor: booking?.mentor._id === viewer.mentorId,
    admin: true,
  }
  if (!booking || !isOwner[viewer.userType]) throw new AppError('not-found')
  return visibleTo(viewer, booking)
}
