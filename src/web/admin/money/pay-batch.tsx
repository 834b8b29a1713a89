import { Form } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { Disclosure } from '../kit/admin-part.tsx'

/** Values of the refused form, with the errors of its fields. */
type Refused = {
  reference: string
  reason?: string
  referenceError?: string
  reasonError?: string
  needsConfirmation?: true
}
type Props = { refused: Refused | undefined; busy: boolean }

function ReferenceField({ refused, initial }: { refused: Refused | undefined; initial: string }) {
  return (
    <TextField
      label={m.admin_pay_reference()}
      name="reference"
      help={m.admin_pay_reference_note()}
      maxLength={80}
      required
      autoComplete="off"
      defaultValue={refused?.reference ?? initial}
      error={refused?.referenceError}
    />
  )
}

/** Form that marks an open batch as paid: asks for the reference, then for confirmation. */
export function PayBatch({
  batch: { amount, mentors, isSent },
  refused,
  busy,
}: Props & { batch: { amount: number; mentors: number; isSent: boolean } }) {
  const amountText = formatRupees(amount)
  const isConfirming = refused?.needsConfirmation === true
  return (
    <Form key={String(isConfirming)} method="post" className="grid content-start justify-items-start gap-3">
      <input type="hidden" name="intent" value="pay" />
      <input type="hidden" name="amount" value={amount} />
      {isConfirming ? (
        <>
          <input type="hidden" name="sure" value="yes" />
          <input type="hidden" name="reference" value={refused.reference} />
          <Notice>
            <p className="font-semibold">{m.admin_pay_sure()}</p>
            <p className="mt-1 max-w-prose wrap-anywhere">
              {m.admin_pay_sure_text({
                amount: amountText,
                mentors: mentors === 1 ? m.admin_pay_one_mentor() : m.admin_pay_mentors({ count: mentors }),
                reference: refused.reference,
              })}
            </p>
            {!isSent && <p className="mt-1">{m.admin_pay_sure_no_file()}</p>}
          </Notice>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" loading={busy}>
              {m.admin_pay_sure_do({ amount: amountText })}
            </Button>
            <a href="?" className="btn btn-plain">
              {m.admin_pay_back()}
            </a>
          </div>
        </>
      ) : (
        <>
          <ReferenceField refused={refused} initial="" />
          <Button type="submit" loading={busy}>
            {m.admin_pay_mark({ amount: amountText })}
          </Button>
        </>
      )}
    </Form>
  )
}

/** Form that corrects the reference of a paid batch. */
export function CorrectReference({ reference, refused, busy }: Props & { reference: string }) {
  return (
    <Disclosure title={m.admin_pay_correct()} isOpen={Boolean(refused?.referenceError || refused?.reasonError)}>
      <Form key={reference} method="post" className="grid max-w-lg justify-items-start gap-3">
        <p className="text-muted text-small">{m.admin_pay_correct_text()}</p>
        <input type="hidden" name="intent" value="correct" />
        <ReferenceField refused={refused} initial={reference} />
        <TextField
          label={m.admin_account_reason()}
          name="reason"
          maxLength={300}
          required
          defaultValue={refused?.reason}
          error={refused?.reasonError}
        />
        <Button type="submit" look="outline" loading={busy}>
          {m.admin_pay_correct()}
        </Button>
      </Form>
    </Disclosure>
  )
}
