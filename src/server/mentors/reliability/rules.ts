import { type ReliabilityKind, reliabilityKinds, reliabilityRules } from '#contract/mentors/limits.ts'
import type { Figures } from './queries.ts'

/** What each kind is a part of. */
const wholeOf: Record<ReliabilityKind, keyof Figures> = {
  cancelled: 'classes',
  missed: 'classes',
  late: 'bookings',
  unanswered: 'proposals',
}

/** Whether there were classes enough for anything to count. */
export const counts = ({ classes }: Figures): boolean => classes >= reliabilityRules.minClasses

/** Each kind with how many of how many, and whether that is more than is borne. */
export const measuresOf = (figures: Figures) =>
  reliabilityKinds.map((kind) => {
    const [count, of, percent] = [figures[kind], figures[wholeOf[kind]], reliabilityRules.percent[kind]]
    const isOver = counts(figures) && count >= reliabilityRules.minCount && count * 100 > of * percent
    return { kind, count, of, percent, isOver }
  })

export const isDown = (figures: Figures): boolean => measuresOf(figures).some(({ isOver }) => isOver)
