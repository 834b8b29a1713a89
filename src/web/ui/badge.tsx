import type { LucideIcon } from 'lucide-react'
import Award from 'lucide-react/icons/award'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Hourglass from 'lucide-react/icons/hourglass'
import Star from 'lucide-react/icons/star'
import type { ReactNode } from 'react'
import { m } from '#messages'

const kinds = {
  gold: ['badge-gold', Award, m.ui_badge_gold],
  silver: ['badge-silver', null, m.ui_badge_silver],
  scheduled: ['badge-good', CalendarCheck, m.ui_badge_scheduled],
  awaiting: ['badge-wait', Hourglass, m.ui_badge_awaiting],
  completed: ['', Star, m.ui_badge_completed],
  cancelled: ['badge-bad', CircleX, m.ui_badge_cancelled],
  unknown: ['', null, m.ui_badge_unknown],
  paid: ['badge-good', Check, m.ui_badge_paid],
  pending: ['badge-wait', Clock, m.ui_badge_pending],
  failed: ['badge-bad', CircleAlert, m.ui_badge_failed],
} as const satisfies Record<string, readonly [string, LucideIcon | null, () => string]>

export type BadgeKind = keyof typeof kinds

/** A state told by icon, word and colour. `children` replaces the usual word. */
export function Badge({ kind, children }: { kind: BadgeKind; children?: ReactNode }) {
  const [look, Icon, word] = kinds[kind]
  return (
    <span className={`badge ${look}`}>
      {Icon && <Icon aria-hidden="true" />}
      {children ?? word()}
    </span>
  )
}
