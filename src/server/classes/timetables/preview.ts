import type { PlannedClass, TimetablePreview } from '#contract/classes/timetables.ts'
import type { Language } from '#contract/wire/errors.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { reasonsFor } from './asked.ts'
import { holidayOn } from './holidays.ts'
import { stateOf, timesOf } from './rows.ts'
import { beginRule, plan, type Wish } from './rules.ts'

/** Rolls back the transaction and carries the result. */
class DryRun extends Error {
  found: TimetablePreview
  constructor(found: TimetablePreview) {
    super('dry run')
    this.found = found
  }
}

/** Previews a rule by setting it in a transaction that is rolled back. */
export async function previewTimetable(
  { db }: Context,
  viewer: Viewer,
  id: string,
  wish: Wish,
  language: Language,
): Promise<TimetablePreview> {
  try {
    return await transaction(db, async (tx) => {
      const booking = await beginRule(tx, viewer, id, wish)
      const had = await timesOf(tx, id)
      const { classes, clashes, replaced } = await plan(tx, booking, wish)
      const state = await stateOf(tx, booking.mentorId)
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
      const asks = viewer.userType === 'mentor' ? await reasonsFor(tx, booking, classes, had) : []
      throw new DryRun({ classes: shown, replaced: replaced.times.length, moved: replaced.moved, asks })
    })
  } catch (error) {
    if (error instanceof DryRun) return error.found
    throw error
  }
}
