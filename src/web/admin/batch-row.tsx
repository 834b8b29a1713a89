import { Form, useNavigation } from 'react-router'
import { newAccountReason } from '#contract/limits.ts'
import type { BatchLine } from '#contract/payout-batches.ts'
import { m } from '#messages'
import { Badge, type BadgeKind } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/choice.tsx'
import { TextField } from '../ui/field.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Money } from '../ui/money.tsx'

const badges: Record<BatchLine['status'], [BadgeKind, () => string]> = {
  open: ['awaiting', m.admin_pay_open],
  paid: ['paid', m.earn_state_paid],
  stopped: ['failed', m.admin_pay_stopped],
  left_out: ['cancelled', m.admin_pay_left_out],
  undone: ['cancelled', m.admin_pay_undone],
}

type Props = { line: BatchLine; isOpen: boolean; isSent: boolean; typed: string | null }

/** What one mentor gets of a batch; while it is open, with the way out of it and back. `isSent`: the bank has a file of the batch. */
export function BatchRow({ line, isOpen, isSent, typed }: Props) {
  const { _id, mentorId, number, fullName, account, status, amount, reason } = line
  const named = (action: string) => m.admin_for({ action, name: fullName })
  const busy = useNavigation().formData?.get('payout') === _id
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <LocalLink to={`/admin/mentors/${mentorId}`} className="break-words font-semibold text-ink hover:underline">
            {fullName}
          </LocalLink>
          <p className="text-muted text-small">
            {number}, {account}
          </p>
        </div>
        <span className="flex flex-wrap items-center gap-x-3">
          {(status === 'open' || status === 'paid') && (
            <LocalLink
              to={`/payouts/${_id}`}
              className="text-link inline-flex min-h-11 items-center"
              aria-label={named(m.earn_statement())}
            >
              {m.earn_statement()}
            </LocalLink>
          )}
          <Badge kind={badges[status][0]}>{badges[status][1]()}</Badge>
          <Money rupees={amount} className="text-[20px]" />
        </span>
      </div>
      {reason && (
        <p className="max-w-prose break-words text-small">
          {reason === newAccountReason ? m.admin_pay_new_account() : m.admin_pay_out_reason({ reason })}{' '}
          {reason === newAccountReason && isOpen && m.admin_pay_new_account_ask()}
        </p>
      )}
      {isOpen && status === 'left_out' && (
        <Form method="post">
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
        <details open={typed !== null}>
          <summary
            className="text-link inline-flex min-h-11 cursor-pointer items-center"
            aria-label={named(m.admin_pay_leave_out())}
          >
            {m.admin_pay_leave_out()}
          </summary>
          <Form method="post" className="grid max-w-prose gap-3 pb-2">
            <input type="hidden" name="intent" value="leave-out" />
            <input type="hidden" name="payout" value={_id} />
            <TextField
              label={m.admin_pay_leave_why()}
              name="reason"
              maxLength={300}
              required
              autoComplete="off"
              defaultValue={typed ?? ''}
            />
            {line.isInFile && <Checkbox name="bankDidNotPay" required label={m.admin_pay_unpaid_one()} />}
            <Button type="submit" look="outline" loading={busy} className="justify-self-start">
              {m.admin_pay_leave_out()}
            </Button>
          </Form>
        </details>
      )}
    </li>
  )
}
