import { weekdays } from '#contract/reference/class-modes.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { preferenceText } from '../../preference-text.ts'
import { formatDateTime, instantOf } from '../../ui/dates.tsx'
import type { ShownBooking } from './classes.ts'

type Preference = Pick<ShownBooking, 'wishedAt' | 'wishes' | 'picked' | 'mentor'>

const pickedTexts = {
  requested: { family: m.dash_requested_family, mentor: m.dash_requested_mentor },
  taken: { family: m.dash_time_taken, mentor: m.dash_time_open },
  lapsed: { family: m.dash_time_lapsed, mentor: m.dash_time_open },
} as const

/** Status of the picked time as a sentence for one side. */
function pickedText(picked: NonNullable<Preference['picked']>, name: string, side: 'family' | 'mentor'): string {
  const { startsAt, state, confirmBy } = picked
  return pickedTexts[state][side]({
    when: formatDateTime(startsAt),
    by: formatDateTime(confirmBy ?? startsAt),
    name,
  })
}

/** Preferred times as a sentence for one side; empty without any or when the date has passed. */
export function preferenceSentence(
  { wishedAt, wishes, picked, mentor }: Preference,
  side: 'family' | 'mentor',
  now: number,
): string {
  if (picked) return pickedText(picked, mentor.fullName, side)
  if (wishedAt !== null && Date.parse(wishedAt) <= now) return ''
  const words = preferenceText({ wishedAt, wishes }, now)
  if (words === '') return ''
  return side === 'family' ? m.dash_wished({ wishes: words }) : m.dash_family_wishes({ wishes: words })
}

const dayMs = 86_400_000

/** The one time a family asked for in the future: picked and to be confirmed, or wished as date or day with a time. */
export function wishedTime({ wishedAt, wishes, picked }: Preference, now: number): string | null {
  const day = preferredDay({ wishes }, now)
  const typed = day && wishes?.time ? instantOf(day, wishes.time).toISOString() : null
  const at = picked ? (picked.state === 'requested' ? picked.startsAt : null) : (wishedAt ?? typed)
  return at && Date.parse(at) > now ? at : null
}

/** First preferred date from tomorrow or the preferred start on. */
export function preferredDay({ wishes }: Pick<Preference, 'wishes'>, now: number): string {
  if (!wishes) return ''
  const from = Math.max(now + dayMs, wishes.date ? instantOf(wishes.date).getTime() : 0)
  const { days = [] } = wishes
  if (days.length === 0) return wishes.date && wishes.date >= dateInIndia(new Date(now)) ? wishes.date : ''
  const inWeek = Array.from({ length: 7 }, (_, i) => dateInIndia(new Date(from + i * dayMs)))
  const names = ['sunday', ...weekdays]
  return inWeek.find((day) => days.some((one) => one === names[new Date(`${day}T00:00:00Z`).getUTCDay()])) ?? ''
}

/** The picked time is unavailable, so the family must pick another or take a refund. */
export const mustChoose = ({ status, picked }: Pick<ShownBooking, 'status' | 'picked'>): boolean =>
  status === 'pending_schedule' && (picked?.state === 'taken' || picked?.state === 'lapsed')
