import { z } from 'zod'
import { type TeachingMode, weekdays } from '#contract/reference/catalogue.ts'
import { noMaster } from '#contract/reference/degrees.ts'
import { readDataFile } from '#server/platform/data-file.ts'
import type { City } from '#server/reference/places/places.ts'
import type { Dice } from './dice.ts'
import type { Kind } from './kinds.ts'
import type { MentorRow } from './mentor-row.ts'

const names = z.array(z.string())
/** Colleges by city, else by state. */
const colleges = readDataFile(
  'demo/colleges',
  z.record(z.string(), z.strictObject({ universities: names, engineering: names })),
)

const modeShare: readonly (readonly [mode: TeachingMode, share: number, factor: number])[] = [
  ['homeTuition', 0.86, 1],
  ['myPlace', 0.42, 0.8],
  ['groupClasses', 0.2, 0.5],
  ['coachingCenter', 0.1, 0.55],
  ['counsellor', 0.04, 1.1],
  ['schoolTeaching', 0.03, 0.9],
]
const stepRupees = 500
export const priced = (rupees: number): number =>
  Math.min(25_000, Math.max(1000, Math.round(rupees / stepRupees) * stepRupees)) * 100

export function modesOf(dice: Dice, homeRupees: number): MentorRow['modes'] {
  const chosen = modeShare.filter(([, share]) => dice.chance(share))
  const offered = chosen.length > 0 ? chosen : modeShare.slice(1, 2)
  return offered.map(([mode, , factor]) => ({ mode, paise: priced(homeRupees * factor) }))
}

export function daysOf(dice: Dice): readonly string[] {
  const weekend = weekdays.slice(5)
  const rest = weekdays.slice(0, 5)
  const sets = [
    rest,
    weekdays.slice(0, 6),
    weekdays.slice(0, 6),
    [...weekdays],
    ['monday', 'wednesday', 'friday'],
    ['tuesday', 'thursday', 'saturday'],
    weekend,
    ['monday', 'tuesday', 'thursday', 'friday'],
  ]
  return dice.pick(sets)
}

/** Name of the highest degree. */
export const degreeSeen = (
  { graduation, postgraduation }: { graduation: string; postgraduation: string },
  degree_year: number,
) => ({ degree: noMaster.some((none) => none === postgraduation) ? graduation : postgraduation, degree_year })

export function checksOf(
  dice: Dice,
  status: MentorRow['status'],
  joined: number,
  degree: { degree: string; degree_year: number },
  policePassed: boolean,
): MentorRow['checks'] {
  const done = status === 'verified' || status === 'suspended'
  const none = { basis: '', method: '', degree: '', degree_year: null }
  const passed = (kind: string, [basis, method]: readonly [string, string], after: number) => ({
    ...none,
    kind,
    state: 'passed',
    basis,
    method,
    days: Math.max(1, joined - after),
    valid_days: null,
  })
  const pending = (kind: string) => ({ ...none, kind, state: 'pending', days: null, valid_days: null })
  const identity = dice.pick<readonly [string, string]>([
    ['aadhaar', 'original'],
    ['aadhaar', 'copy'],
    ['voter-card', 'original'],
    ['passport', 'original'],
  ])
  const interview = dice.pick([
    ['sample-class', 'in-person'],
    ['sample-class', 'video-call'],
  ] as const)
  if (!done) {
    const qualification =
      status === 'rejected'
        ? { ...passed('qualification', ['', 'register'], 4), state: 'failed' }
        : pending('qualification')
    return [
      status === 'submitted' ? pending('identity') : passed('identity', identity, 2),
      qualification,
      pending('interview'),
      pending('police'),
    ]
  }
  const policeDays = Math.max(1, Math.min(joined - 9, dice.int(10, 330)))
  const police = {
    ...passed('police', ['police-clearance', 'original'], 0),
    days: policeDays,
    valid_days: 365 - policeDays,
  }
  return [
    passed('identity', identity, 2),
    { ...passed('qualification', ['degree-certificate', 'original'], 4), ...degree },
    passed('interview', interview, 7),
    policePassed ? police : pending('police'),
  ]
}

export function statusOf(dice: Dice): { status: MentorRow['status']; shown: boolean } {
  const status = dice.weigh([
    ['verified', 930],
    ['submitted', 10],
    ['in_review', 8],
    ['rejected', 7],
    ['suspended', 5],
    ['hidden', 40],
  ] as const)
  return status === 'hidden' ? { status: 'verified', shown: false } : { status, shown: status === 'verified' }
}

/** Degree, college, codes and graduation age; engineers get an engineering college. */
export function schoolingOf(dice: Dice, kind: Kind, city: City) {
  const [shown, specialization, graduation, postgraduation] = dice.pick(kind.degrees)
  const near = colleges[city.name] ?? colleges[city.state] ?? colleges['Madhya Pradesh']
  const university = dice.pick((kind.engineer ? near?.engineering : near?.universities) ?? [])
  const display =
    kind.stream === 'arts' && /[A-Z]\d|Grade|Visharad|Prabhakar/.test(shown) ? shown : `${shown}, ${university}`
  const isDoctor = shown.startsWith('Ph.D.')
  const age = isDoctor ? 30 : shown.startsWith('M.Phil.') ? 26 : postgraduation === 'none' ? 21 : 23
  return { shown, specialization, graduation, postgraduation, university, display, age }
}
