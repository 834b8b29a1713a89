import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import { sideOf } from '#server/classes/bookings/bookings.ts'
import type { Context } from '#server/context.ts'
import { languageOf } from '#server/people/profiles/profiles.ts'
import { transaction } from '#server/platform/database.ts'
import { orNotFound } from '#server/platform/errors.ts'
import { weekdayTimeText } from '#server/platform/figures.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { reportSafety } from '#server/support/cases/cases.ts'
import * as rows from './rows.ts'

const about: Record<Language, (time: string) => string> = {
  en: (time) => `About the class on ${time}.`,
  hi: (time) => `${time} की क्लास के बारे में।`,
}

/** Opens a safety case about a lesson; the same words return the open one. */
export async function reportConcern({ db, config }: Context, viewer: Viewer, lessonId: string, text: string) {
  return await transaction(db, async (tx) => {
    const lesson = orNotFound(await rows.lessonOf(tx, lessonId))
    const side = sideOf(viewer, lesson)
    const { startsAt, familyId, mentorId } = lesson
    const language = await languageOf(tx, viewer.accountId)
    const name = (side === 'mentor' ? viewer.mentorName : viewer.familyName) || brand.name
    const which = about[language](weekdayTimeText(startsAt, language))
    return await reportSafety(tx, config, {
      topic: 'class-unsafe',
      text: text ? `${text}\n\n${which}` : which,
      name,
      language,
      phone: viewer.phone,
      accountId: viewer.accountId,
      side,
      familyId,
      mentorId,
    })
  })
}
