import type { LessonCode } from '#contract/classes/attendance.ts'
import { visitCodeDays } from '#contract/classes/limits.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { fromJson, type InJson, jsonRows } from '#server/platform/json-rows.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './attendance-rows.ts'
import { visitCodesBy } from './visit-code.ts'

/** Visit codes for the family's device. */
export async function visitCodesFor({ db, config }: Context, viewer: Viewer): Promise<LessonCode[]> {
  if (!viewer.familyId) return []
  const lessons = await rows.unmarkedLessons(viewer.familyId, visitCodeDays).execute(db)
  return toLessonCodes(config, lessons.rows)
}

function toLessonCodes({ secretKeys }: Config, lessons: readonly rows.LessonWithCode[]): LessonCode[] {
  const { codeOf } = visitCodesBy(secretKeys)
  return lessons.map(({ id, startsAt, endsAt, ...one }) => ({
    ...one,
    lesson: id,
    code: codeOf(id),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }))
}

/** Lessons of `visitCodesFor`, as a value of a statement. */
export const codedLessons = (familyId: string) => jsonRows(rows.unmarkedLessons(familyId, visitCodeDays))

export const toCodes = (config: Config, found: readonly InJson<rows.LessonWithCode>[]): LessonCode[] =>
  toLessonCodes(config, fromJson<rows.LessonWithCode>(found, { startsAt: true, endsAt: true }))
