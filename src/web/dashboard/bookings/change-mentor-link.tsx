import { m } from '#messages'
import { ButtonLink } from '../../ui/button.tsx'
import { formatRupees } from '../../ui/money.tsx'
import type { ShownBooking } from '../kit/classes.ts'

/** Link to replace the mentor, or to use the first-class guarantee. */
export function ChangeMentorLink({ booking: { _id, balance, guarantee } }: { booking: ShownBooking }) {
  if ((balance ?? 0) <= 0) return null
  const to = `/dashboard/student/another-mentor/${_id}`
  return (
    <ButtonLink look="outline" to={to}>
      {guarantee ? m.first_link({ amount: formatRupees(guarantee.fee) }) : m.replace_title()}
    </ButtonLink>
  )
}
