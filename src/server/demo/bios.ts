import { z } from 'zod'
import { readDataFile } from '#server/platform/data-file.ts'
import type { Kind } from './kinds.ts'

const sentences = z.array(z.string())
const bios = readDataFile(
  'demo/bios',
  z.strictObject({
    students: sentences,
    habits: sentences,
    closings: sentences,
    /** Used for mentors with many years of experience only. */
    seasoned: sentences,
    grownStudents: sentences,
    grownHabits: sentences,
    histories: sentences,
  }),
)

/** Cycles through a list with a stride, so that neighbours differ. */
const turn = (list: readonly string[], n: number, stride: number): string => list[(n * stride) % list.length] ?? ''

/**
 * Composes a bio. The first sentence cycles through those of the kind, the others use different strides, so that neighbouring
 * bios differ.
 * @param nth number of earlier mentors of this kind
 * @param i number of the mentor
 */
export function bioOf({ openings, grown }: Kind, nth: number, i: number, place: string, isSeasoned: boolean): string {
  const lap = Math.floor(nth / openings.length)
  const parts = [
    turn(openings, nth, 1),
    turn(grown ? bios.grownStudents : bios.students, i + lap, 5),
    turn(grown ? bios.grownHabits : bios.habits, i + lap * 2, 7),
  ]
  if (isSeasoned) parts.push(turn(bios.seasoned, i + lap, 4).replace('{place}', place))
  else if (i % 3 !== 1) parts.push(turn(bios.closings, i + lap * 3, 3))
  return parts.join(' ')
}

/** Text about earlier work, starting with the years: "9 years. …". */
export function historyOf(years: number, i: number, place: string): string {
  if (years === 0) return 'Less than a year. Taught younger students of my college and two neighbours’ children.'
  if (years === 1) return '1 year, at the students’ homes.'
  const most = years > 3 ? `${Math.ceil(years * 0.6)} years` : 'Most of it'
  return turn(bios.histories, i, 3)
    .replace('{years}', `${years} years`)
    .replace('{most}', most)
    .replace('{place}', place)
}
