import type { PlannedClass, TimetablePreview } from '#contract/classes/timetables.ts'
import type { Language } from '#contract/wire/errors.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/platform/database.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { reasonsToConfirm } from './ask-family.ts'
import { holidayOn } from './holidays.ts'
import { keptLessons, stateOf } from './rows.ts'
import { lockForRule, planRule, type RuleInput } from './rules.ts'

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
  input: RuleInput,
  language: Language,
): Promise<TimetablePreview> {
  try {
    return await transaction(db, async (tx) => {
      const booking = await lockForRule(tx, viewer, id, input)
      const { classes, clashes, replaced } = await planRule(tx, booking, input)
      const [state, moved] = await Promise.all([stateOf(tx, id, null), keptLessons(tx, id, input.from)])
      const planned = classes.map(
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
      const had = replaced.times
      const asks = viewer.userType === 'mentor' ? await reasonsToConfirm(tx, booking, { classes, had }) : []
      throw new DryRun({ classes: planned, replaced: had.length, moved, asks })
    })
  } catch (error) {
    if (error instanceof DryRun) return error.found
    throw error
  }
}
