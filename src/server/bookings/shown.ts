import type { ClassBooking } from '#contract/bookings.ts'
import { firstName } from '#contract/names.ts'
import type { Parts } from '#server/app.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { bookingById } from './queries.ts'

/** Classes to which the mentor comes home, as long as there are some. */
const comesHome = ({ mode, status }: ClassBooking): boolean =>
  (mode === 'homeTuition' || mode === 'counsellor') && (status === 'pending_schedule' || status === 'scheduled')

/** A booking for this viewer: surnames, the order and what is left of the money stay on the family's side. */
export function seenBy(viewer: Viewer, booking: ClassBooking): ClassBooking {
  if (viewer.userType !== 'mentor') return booking
  const { parent, learner } = booking
  return {
    ...booking,
    order: null,
    balance: null,
    cameBack: null,
    canRenew: false,
    replaces: null,
    replacedBy: null,
    guarantee: null,
    parent: {
      ...parent,
      name: parent.name && firstName(parent.name),
      address: comesHome(booking) ? parent.address : null,
    },
    learner: { ...learner, name: learner.name && firstName(learner.name) },
  }
}

/** A booking as far as this viewer may see it; anybody else's looks the same as none. */
export async function bookingFor({ db }: Parts, viewer: Viewer, id: string) {
  const booking = await bookingById(db, id)
  const mine = {
    student: booking?.parent._id === viewer.familyId,
    mentor: booking?.mentor._id === viewer.mentorId,
    admin: true,
  }
  if (!booking || !mine[viewer.userType]) throw new AppError('not-found')
  return seenBy(viewer, booking)
}
