import type { TimelineEvent } from '#contract/admin/timeline.ts'
import { m } from '#messages'
import type { BadgeKind } from '../../ui/badge.tsx'
import { fullTime } from './full-time.ts'
import { sentenceOf } from './timeline-sentences.ts'
import { stateBadge } from './timeline-states.ts'

/** Pages that events link to. */
const leads: Record<string, string> = {
  order: '/admin/sessions',
  booking: '/admin/sessions',
  replacement: '/admin/sessions',
  case: '/admin/reports',
  class: '/admin/sessions',
  dispute: '/admin/sessions',
  verdict: '/admin/sessions',
  payout: '/admin/payouts',
}
const linkNames: Record<string, () => string> = {
  '/admin/sessions': m.timeline_to_booking,
  '/admin/reports': m.timeline_to_case,
  '/admin/payouts': m.timeline_to_payout,
}

export type ShownEvent = {
  key: string
  at: string
  /** Who did what. */
  sentence: string
  /** What became of it. */
  state?: string
  badge: BadgeKind
  /** What somebody wrote, or the values that changed. */
  text: string
  isMessage: boolean
  /** Number or ids of the record; names the link if there is one. */
  code: string
  to: string | null
  /** Id of the class it is about, and when that was by then; null for the rest. */
  group: string | null
  classTime: string
}

/** One event as a sentence. */
export function toShownEvent(one: TimelineEvent, nth: number): ShownEvent {
  const { at, kind, status, lesson, classAt, toAt, about } = one
  // An accepted proposal moved the class.
  const time = kind === 'proposal' && status === 'accepted' ? toAt : classAt
  const { sentence, state = '', text = '', code = '' } = sentenceOf(one)
  const lead = about ? leads[kind] : undefined
  return {
    key: `${at} ${kind} ${nth}`,
    at: fullTime(at),
    sentence,
    state,
    text,
    isMessage: kind === 'message',
    badge: stateBadge(kind, status?.split(' ')[0] ?? ''),
    code: code || (lead ? (linkNames[lead]?.() ?? '') : ''),
    to: lead ? `${lead}/${about}` : kind === 'order' && code ? `/admin/search?q=${code}` : null,
    group: lesson,
    classTime: time ? fullTime(time) : '',
  }
}
