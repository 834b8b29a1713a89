import type { Language } from '#contract/errors.ts'
import { rupees } from '#contract/money.ts'
import type { PlannedClass, TimetablePreview } from '#contract/timetables.ts'
import type { Parts } from '#server/app.ts'
import { transaction } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { holidayOn } from './holidays.ts'
import * as rows from './rows.ts'
import { plan, type Wish } from './timetables.ts'

/** Rolls a transaction back with what it found. */
class DryRun extends Error {
  found: TimetablePreview
  constructor(found: TimetablePreview) {
    super('dry run')
    this.found = found
  }
}

/** What a rule would make: the same work as setting it, taken back. */
export async function previewTimetable(
  { db }: Parts,
  viewer: Viewer,
  id: string,
  wish: Wish,
  language: Language,
): Promise<TimetablePreview> {
  try {
    return await transaction(db, async (tx) => {
      const { booking, classes, clashes, replaced } = await plan(tx, viewer, id, wish)
      const state = await rows.stateOf(tx, booking.mentorId)
      const shown = classes.map(
        (one, i): PlannedClass => ({
          date: one.date,
          startsAt: one.startsAt.toISOString(),
          endsAt: one.endsAt.toISOString(),
          minutes: one.minutes,
          fee: rupees(one.feePaise),
          clash: clashes.get(i) ?? null,
          holiday: holidayOn(one.date, state, language),
        }),
      )
      throw new DryRun({ classes: shown, replaced: replaced.times.length, moved: replaced.moved })
    })
  } catch (error) {
    if (error instanceof DryRun) return error.found
    throw error
  }
}
