import { Form, useNavigation } from 'react-router'
import { newAccountReason, newPhoneReason, unprovenReason } from '#contract/money/limits.ts'
import type { BatchLine } from '#contract/money/payout-batches.ts'
import { m } from '#messages'
import { Badge, type BadgeKind } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import type { Column } from '../kit/column.ts'
import { LinkCell } from '../kit/link-cell.tsx'

const badges: Record<BatchLine['status'], [BadgeKind, () => string]> = {
  open: ['awaiting', m.admin_pay_open],
  paid: ['paid', m.earn_state_paid],
  stopped: ['failed', m.admin_pay_stopped],
  left_out: ['cancelled', m.admin_pay_left_out],
  undone: ['cancelled', m.admin_pay_undone],
}

/** Labels of automatic holds; an admin's reason is shown as text. */
const holdLabels: Partial<Record<string, () => string>> = {
  [newAccountReason]: m.admin_pay_new_account,
  [newPhoneReason]: m.admin_pay_new_phone,
  [unprovenReason]: m.admin_pay_unproven,
}

export const lineStatusName = (status: BatchLine['status']): string => badges[status][1]()

export const lineColumns = (): readonly Column<BatchLine>[] => [
  {
    key: 'name',
    label: m.admin_col_mentor(),
    sort: 'name',
    isWide: true,
    cell: ({ mentorId, fullName, number }) => (
      <LinkCell to={`/admin/mentors/${mentorId}`} name={fullName} note={number} />
    ),
  },
  {
    key: 'account',
    label: m.earn_account(),
    cell: ({ account }) => account,
  },
  {
    key: 'status',
    label: m.admin_col_status(),
    cell: ({ status }) => <Badge kind={badges[status][0]}>{lineStatusName(status)}</Badge>,
  },
  {
    key: 'amount',
    label: m.admin_refund_amount(),
    sort: 'amount',
    isNumber: true,
    cell: ({ amount }) => <Money rupees={amount} isExact />,
  },
  {
    key: 'statement',
    label: m.admin_col_actions(),
    isActions: true,
    cell: ({ _id, fullName, status }) =>
      (status === 'open' || status === 'paid') && (
        <div className="admin-actions">
          <LocalLink
            to={`/payouts/${_id}`}
            className="text-link inline-flex min-h-11 items-center"
            aria-label={m.admin_for({ action: m.earn_statement(), name: fullName })}
          >
            {m.earn_statement()}
          </LocalLink>
        </div>
      ),
  },
]

type Props = { line: BatchLine; isOpen: boolean; isSent: boolean; initialReason: string | null }

/**
 * Why a payout is skipped, with the forms to skip or include it while the batch is open. `isSent`: a bank file was
 * downloaded.
 */
export function LineDetail({ line, isOpen, isSent, initialReason }: Props) {
  const { _id, fullName, status, reason } = line
  const named = (action: string) => m.admin_for({ action, name: fullName })
  const busy = useNavigation().formData?.get('payout') === _id
  return (
    <>
      {reason && (
        <p className="max-w-prose break-words text-small">
          {holdLabels[reason]?.() ?? m.admin_pay_out_reason({ reason })}{' '}
          {holdLabels[reason] && reason !== unprovenReason && isOpen && m.admin_pay_new_account_ask()}
        </p>
      )}
      {isOpen && status === 'left_out' && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="put-back" />
          <input type="hidden" name="payout" value={_id} />
          {isSent && <Checkbox name="bankDidNotPay" required label={m.admin_pay_unpaid_all()} />}
          <Button
            type="submit"
            look="plain"
            loading={busy}
            className="-ml-3"
            aria-label={named(m.admin_pay_put_back())}
          >
            {m.admin_pay_put_back()}
          </Button>
        </Form>
      )}
      {isOpen && status === 'open' && (
        <details open={initialReason !== null}>
          <summary
            className="text-link inline-flex min-h-11 cursor-pointer items-center"
            aria-label={named(m.admin_pay_leave_out())}
          >
            {m.admin_pay_leave_out()}
          </summary>
          <Form method="post" preventScrollReset className="grid max-w-prose gap-3 pb-2">
            <input type="hidden" name="intent" value="leave-out" />
            <input type="hidden" name="payout" value={_id} />
            <TextField
              label={m.admin_pay_leave_why()}
              name="reason"
              maxLength={300}
              required
              autoComplete="off"
              defaultValue={initialReason ?? ''}
            />
            {line.isInFile && <Checkbox name="bankDidNotPay" required label={m.admin_pay_unpaid_one()} />}
            <Button type="submit" look="outline" loading={busy} className="justify-self-start">
              {m.admin_pay_leave_out()}
            </Button>
          </Form>
        </details>
      )}
    </>
  )
}
