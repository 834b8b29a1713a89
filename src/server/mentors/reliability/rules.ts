import { type ReliabilityKind, reliability, reliabilityKinds } from '#contract/wire/limits.ts'
import type { Figures } from './queries.ts'

/** The total each kind is measured against. */
const wholeOf: Record<ReliabilityKind, keyof Figures> = {
  cancelled: 'classes',
  missed: 'classes',
  late: 'bookings',
  unanswered: 'proposals',
}

/** Whether there were enough classes for anything to count. */
export const hasEnoughClasses = ({ classes }: Figures): boolean => classes >= reliability.classesLeast

/** Count, total and percentage of each kind, and whether it exceeds the limit. */
export const measuresOf = (figures: Figures) =>
  reliabilityKinds.map((kind) => {
    const [count, of, percent] = [figures[kind], figures[wholeOf[kind]], reliability.percent[kind]]
    const isOver = hasEnoughClasses(figures) && count >= reliability.countLeast && count * 100 > of * percent
    return { kind, count, of, percent, isOver }
  })

export const isDown = (figures: Figures): boolean => measuresOf(figures).some(({ isOver }) => isOver)
