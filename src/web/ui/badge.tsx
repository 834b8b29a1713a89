import type { ReactNode } from 'react'
import { m } from '#messages'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

const kinds = {
  gold: ['badge-gold', 'award', m.ui_badge_gold],
  silver: ['badge-silver', 'award', m.ui_badge_silver],
  scheduled: ['badge-good', 'calendar-check', m.ui_badge_scheduled],
  awaiting: ['badge-wait', 'hourglass', m.ui_badge_awaiting],
  completed: ['', 'check', m.ui_badge_completed],
  open: ['', 'circle', m.ui_badge_unknown],
  refundable: ['badge-wait', 'rotate-ccw', m.ui_badge_unknown],
  cancelled: ['badge-bad', 'circle-x', m.ui_badge_cancelled],
  unknown: ['', null, m.ui_badge_unknown],
  paid: ['badge-good', 'check', m.ui_badge_paid],
  pending: ['badge-wait', 'clock', m.ui_badge_pending],
  failed: ['badge-bad', 'circle-exclamation-point', m.ui_badge_failed],
} as const satisfies Record<string, readonly [string, IconName | null, () => string]>

export type BadgeKind = keyof typeof kinds

/** A state as icon, text and colour. `children` replaces the default text. */
export function Badge({ kind, children }: { kind: BadgeKind; children?: ReactNode }) {
  const [look, icon, word] = kinds[kind]
  return (
    <span className={`badge ${look}`}>
      {icon && <Icon name={icon} />}
      {children ?? word()}
    </span>
  )
}
