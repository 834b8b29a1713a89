import { type ReliabilityKind, reliability, reliabilityKinds } from '#contract/wire/limits.ts'
import type { Figures } from './queries.ts'

/** What each kind is a part of. */
const wholeOf: Record<ReliabilityKind, keyof Figures> = {
  cancelled: 'classes',
  missed: 'classes',
  late: 'bookings',
  unanswered: 'proposals',
}

/** Whether there were classes enough for anything to count. */
export const hasEnoughClasses = ({ classes }: Figures): boolean => classes >= reliability.classesLeast

/** Each kind with how many of how many, and whether that is more than is borne. */
export const measuresOf = (figures: Figures) =>
  reliabilityKinds.map((kind) => {
    const [count, of, percent] = [figures[kind], figures[wholeOf[kind]], reliability.percent[kind]]
    const isOver = hasEnoughClasses(figures) && count >= reliability.countLeast && count * 100 > of * percent
    return { kind, count, of, percent, isOver }
  })

export const isDown = (figures: Figures): boolean => measuresOf(figures).some(({ isOver }) => isOver)
