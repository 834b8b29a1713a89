import { doorCodeMinutes } from '#contract/classes/limits.ts'
import type { DoorCode } from '#contract/classes/safety.ts'
import { homeModes } from '#contract/reference/catalogue.ts'
import { plusMinutes } from '#contract/wire/time.ts'
import { sideOf } from '#server/classes/bookings/bookings.ts'
import type { Keys } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { databaseNow } from '#server/platform/database.ts'
import { AppError, orNotFound } from '#server/platform/errors.ts'
import { signerFor } from '#server/platform/sealed.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './rows.ts'

// Without I and O, so that nobody mistakes it for a visit code, which has digits.
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Four letters for a lesson at its time; another time has another code. */
function codeOf(keys: Keys, id: string, startsAt: Date): string {
  const signature = signerFor(keys, 'door codes').sign(`${id} ${startsAt.toISOString()}`)
  return [...signature.subarray(0, 4)].map((byte) => letters[byte % letters.length]).join('')
}

/**
 * Door code of a scheduled lesson at the family's home, from an hour before it until its end; none while the mentor is
 * suspended.
 */
export async function doorCodeFor({ db, config }: Context, viewer: Viewer, lessonId: string): Promise<DoorCode> {
  const lesson = orNotFound(await rows.lessonOf(db, lessonId))
  sideOf(viewer, lesson)
  if (!homeModes.some((mode) => mode === lesson.mode)) throw new AppError('not-found')
  const from = plusMinutes(lesson.startsAt, -doorCodeMinutes)
  const now = await databaseNow(db)
  const takesPlace = lesson.status === 'scheduled' && lesson.mentorStatus !== 'suspended'
  const isOpen = takesPlace && from <= now && now < lesson.endsAt
  return {
    code: isOpen ? codeOf(config.secretKeys, lessonId, lesson.startsAt) : null,
    from: from.toISOString(),
    until: lesson.endsAt.toISOString(),
  }
}
