import type { Lesson } from '#contract/classes/bookings.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import type { RegisterCell } from '../../ui/register.tsx'
import { signOf } from '../kit/classes.ts'

type Month = { /** `YYYY-MM` */ month: string; cells: RegisterCell[] }

const dayOf = ({ startsAt }: Lesson) => dateInIndia(new Date(startsAt))

/** A cell for every class but those given up without a cost, and one for the day from which a class was moved away. */
export function cellsOf(lessons: readonly Lesson[], nextId: string | undefined): RegisterCell[] {
  const shown = lessons.filter(({ status, settled }) => status !== 'cancelled' || settled)
  const taken = new Set(shown.map(dayOf))
  const cells = shown.flatMap((lesson): RegisterCell[] => {
    const { _id: id, startsAt, movedFrom } = lesson
    const here = { id, at: startsAt, sign: signOf(lesson, nextId) }
    if (movedFrom === null || taken.has(movedFrom)) return [here]
    return [here, { id, key: `${id}-from`, at: `${movedFrom}T12:00:00+05:30`, sign: 'moved' }]
  })
  return cells.sort((a, b) => new Date(a.at).getTime() - new Date(b.at).getTime())
}

/** Cells by their month in India, in order. */
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

/** This month, or the next with classes, or the last that had some. */
export function monthToShow(months: readonly Month[], today: string): string | undefined {
  return (months.find(({ month }) => month >= today.slice(0, 7)) ?? months.at(-1))?.month
}
