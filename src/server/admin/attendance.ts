import { markForMentor, takeMarkBack } from '#server/classes/bookings/bookings.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/sessions.ts'

type Correction =
  | { held: true; timeIn: string; timeOut: string; topic: string; reason: string }
  | { held: false; reason: string }

/** An admin puts a mark right that a mentor forgot, or made on the wrong class. As it should be already is a success. */
export async function correctAttendance(tx: Tx, viewer: Viewer, lessonId: string, given: Correction): Promise<void> {
  const { reason } = given
  if (given.held) {
    const { timeIn, timeOut, topic } = given
    const bookingId = await markForMentor(tx, lessonId, given)
    if (!bookingId) return
    const detail = { lesson: lessonId, timeIn, timeOut, topic, reason }
    await writeAudit(tx, viewer, 'attendance.marked', { kind: 'booking', id: bookingId, detail })
    return
  }
  const taken = await takeMarkBack(tx, lessonId)
  if (!taken) return
  const detail = { lesson: lessonId, was: taken.was, reason }
  await writeAudit(tx, viewer, 'attendance.taken-back', { kind: 'booking', id: taken.bookingId, detail })
}
