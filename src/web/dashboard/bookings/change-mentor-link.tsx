import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import type { ShownBooking } from '../kit/classes.ts'

/** Last row of the mentor's card: link to replace the mentor, or to use the first-class guarantee. */
export function ChangeMentorLink({ booking: { _id, balance, guarantee } }: { booking: ShownBooking }) {
  if ((balance ?? 0) <= 0) return null
  const to = `/dashboard/student/another-mentor/${_id}`
  return (
    <LocalLink
      to={to}
      className="text-link mt-3 -mb-2.5 flex min-h-12 items-center justify-between gap-4 border-line border-t lg:-mb-3.5"
    >
      {guarantee ? m.first_link({ amount: formatRupees(guarantee.fee) }) : m.replace_title()}
      <Icon name="chevron-right" size={20} className="flex-none text-muted" />
    </LocalLink>
  )
}
