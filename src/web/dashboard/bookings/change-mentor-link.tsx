import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import type { ShownBooking } from '../kit/classes.ts'

/** Last row of the mentor's card: link to replace the mentor, or to use the first-class guarantee. */
export function ChangeMentorLink({ booking: { _id, balance, guarantee } }: { booking: ShownBooking }) {
  if ((balance ?? 0) <= 0) return null
  return (
    <RowLink to={`/dashboard/student/another-mentor/${_id}`}>
      {guarantee ? m.first_link({ amount: formatRupees(guarantee.fee) }) : m.replace_title()}
    </RowLink>
  )
}

type RowProps = { to: string /** Whether it opens a dialog of this page. */; isDialog?: boolean; children: string }

/** A row of the mentor's card. */
export function RowLink({ to, isDialog = false, children }: RowProps) {
  return (
    <LocalLink
      to={to}
      preventScrollReset={isDialog}
      className="text-link flex min-h-12 items-center justify-between gap-4 border-line border-t"
    >
      {children}
      <Icon name="chevron-right" size={20} className="flex-none text-muted" />
    </LocalLink>
  )
}
