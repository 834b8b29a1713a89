import type { ClassBooking } from '#contract/classes/bookings.ts'
import { homeModes } from '#contract/reference/catalogue.ts'
import { firstName } from '#contract/wire/names.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { bookingById } from './queries.ts'

/** Classes to which the mentor comes home, as long as there are some. */
const comesHome = ({ mode, status }: ClassBooking): boolean =>
  homeModes.includes(mode) && (status === 'pending_schedule' || status === 'scheduled')

/** A booking for this viewer: surnames, the order and what is left of the money stay on the family's side; support needs no address. */
export function seenBy(viewer: Viewer, booking: ClassBooking): ClassBooking {
  if (viewer.userType === 'admin' && viewer.adminRole === 'support') return { ...booking, address: null }
  if (viewer.userType !== 'mentor') return booking
  const { parent, learner } = booking
  return {
    ...booking,
    order: null,
    balance: null,
    money: null,
    cameBack: null,
    canRenew: false,
    replaces: null,
    replacedBy: null,
    guarantee: null,
    parent: { ...parent, name: parent.name && firstName(parent.name) },
    address: comesHome(booking) ? booking.address : null,
    learner: { ...learner, name: learner.name && firstName(learner.name) },
  }
}

/** A booking as far as this viewer may see it; anybody else's looks the same as none. */
export async function bookingFor({ db }: Context, viewer: Viewer, id: string) {
  const booking = await bookingById(db, id)
  const mine = {
    student: booking?.parent._id === viewer.familyId,
    mentor: booking?.mentor._id === viewer.mentorId,
    admin: true,
  }
  if (!booking || !mine[viewer.userType]) throw new AppError('not-found')
  return seenBy(viewer, booking)
}
