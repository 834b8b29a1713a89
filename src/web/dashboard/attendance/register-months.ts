import type { Lesson } from '#contract/classes/bookings.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import type { RegisterCell } from '../../ui/register.tsx'
import { signOf } from '../kit/classes.ts'

type Month = { /** `YYYY-MM` */ month: string; cells: RegisterCell[] }

const dayOf = ({ startsAt }: Lesson) => dateInIndia(new Date(startsAt))

/** One cell for each lesson, and one for the original day of a rescheduled lesson. */
export function cellsOf(lessons: readonly Lesson[], nextId: string | undefined): RegisterCell[] {
  const taken = new Set(lessons.map(dayOf))
  const cells = lessons.flatMap((lesson): RegisterCell[] => {
    const { _id: id, startsAt, movedFrom } = lesson
    const here = { id, at: startsAt, sign: signOf(lesson, nextId) }
    if (movedFrom === null || taken.has(movedFrom)) return [here]
    return [here, { id, key: `${id}-from`, at: `${movedFrom}T12:00:00+05:30`, sign: 'moved' }]
  })
  return cells.sort((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime())
}

/** Groups cells by month in India, ascending. */
export function monthsOf(cells: readonly RegisterCell[]): Month[] {
  const months: Month[] = []
  for (const cell of cells) {
    const month = dateInIndia(new Date(cell.at)).slice(0, 7)
    const last = months.at(-1)
    if (last?.month === month) last.cells.push(cell)
    else months.push({ month, cells: [cell] })
  }
  return months
}

/** The current month, else the next with lessons, else the last with lessons. */
export function monthToShow(months: readonly Month[], today: string): string | undefined {
  return (months.find(({ month }) => month >= today.slice(0, 7)) ?? months.at(-1))?.month
}
