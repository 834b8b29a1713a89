import { m } from '#messages'
import { formatDateTime } from '../../ui/dates.tsx'
import type { DatedClass } from './classes.ts'

/** Contact form about one class, for problems that can no longer be reported with it. */
export const classContactPath = ({ booking, lesson }: DatedClass): string =>
  `/contact-us?${new URLSearchParams({
    topic: 'booking',
    mentor: booking.mentor._id,
    message: `${m.contact_class({ subject: booking.subjectName, when: formatDateTime(lesson.startsAt) })}\n`,
  })}#ticket`
