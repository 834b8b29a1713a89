import { type ReliabilityKind, reliabilityKinds, reliabilityRules } from '#contract/mentors/limits.ts'
import type { ReliabilityReport } from '#contract/mentors/reliability.ts'
import type { Context } from '#server/context.ts'
import { projectMentors } from '#server/mentors/search/mentors.ts'
import { inBothLanguages, mentorHome, notify } from '#server/notifications/notifications.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Rows, readTogether } from '#server/platform/json-rows.ts'
import * as queries from './queries.ts'

export { reliabilityReads } from './queries.ts'

const dayMs = 86_400_000
const maxItems = 20

/** The total each kind is measured against. */
const wholeOf: Record<ReliabilityKind, keyof queries.Figures> = {
  cancelled: 'classes',
  missed: 'classes',
  late: 'bookings',
  unanswered: 'proposals',
}

/** Whether there were enough classes for anything to count. */
const hasEnoughClasses = ({ classes }: queries.Figures): boolean => classes >= reliabilityRules.minClasses

/** Count, total and percentage of each kind, and whether it exceeds the limit. */
const measuresOf = (figures: queries.Figures) =>
  reliabilityKinds.map((kind) => {
    const count = figures[kind]
    const of = figures[wholeOf[kind]]
    const percent = reliabilityRules.percent[kind]
    const isOver = hasEnoughClasses(figures) && count >= reliabilityRules.minCount && count * 100 > of * percent
    return { kind, count, of, percent, isOver }
  })

/** Whether any kind of incident exceeds its limit, so that the mentor ranks lower. */
export const exceedsLimits = (figures: queries.Figures): boolean => measuresOf(figures).some(({ isOver }) => isOver)

/** A mentor's incidents and their effect on ranking. */
export async function reliabilityOf({ db }: Context, mentorId: string): Promise<ReliabilityReport> {
  return toReliability(await readTogether(db, queries.reliabilityReads(mentorId)))
}

/** What `reliabilityReads` found. @throws AppError if there is no such mentor */
export function toReliability({
  standing: [standing],
  faults,
  steps,
}: Rows<queries.ReliabilityRows>): ReliabilityReport {
  if (!standing) throw new AppError('not-found')
  return {
    days: reliabilityRules.days,
    classes: standing.classes,
    classesLeast: reliabilityRules.minClasses,
    counts: hasEnoughClasses(standing),
    downSince: standing.downSince?.toISOString() ?? null,
    measures: measuresOf(standing).map((one) => ({
      ...one,
      items: faults
        .filter(({ kind }) => kind === one.kind)
        .slice(0, maxItems)
        .map(({ at }) => ({
          at: at.toISOString(),
          until: new Date(+at + reliabilityRules.days * dayMs).toISOString(),
        })),
    })),
    history: steps.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
  }
}

/** Nightly job: lowers the ranking of unreliable mentors, restores it once they recover, and notifies them. */
export async function updateReliability({ db, config, log }: Pick<Context, 'db' | 'config' | 'log'>): Promise<void> {
  const values = inBothLanguages((language) => ({ link: mentorHome(config.publicUrl, language) }))
  for (const mentorId of await queries.mentorsToReview(db)) {
    const step = transaction(db, async (tx) => {
      const accountId = await queries.lockMentorAccount(tx, mentorId)
      const standing = await queries.standingOf(tx, mentorId)
      if (!accountId || !standing) return
      const down = exceedsLimits(standing)
      if (down === (standing.downSince !== null)) return
      const onceKey = await queries.recordRankingChange(tx, standing, down)
      await projectMentors(tx, [mentorId])
      const event = down ? 'stepped-down' : 'stepped-back'
      await notify(tx, { event, accountId, side: 'mentor', onceKey, values })
    })
    // A failure for one mentor must not stop the others.
    await step.catch((error: unknown) => log?.error({ err: error, mentorId }, 'ranking update failed'))
  }
}
