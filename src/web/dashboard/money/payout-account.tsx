import { useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Earnings } from '#contract/money/payouts.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RadioCard } from '../../ui/radio-card.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useAnswerOnce } from '../../ui/use-answer-once.ts'
import { useScripts } from '../../ui/use-scripts.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'

type Props = {
  account: string | null
  check: Earnings['accountCheck']
  refusal: Earnings['payeeRefusal']
  needsAddress: boolean
  rest: Earnings['rest']
  mentorId: string
  formKey: string
}

const holdLabels = { 'new-account': m.earn_rest_account, 'new-phone': m.earn_rest_phone }

const checkLabels = { waiting: m.earn_check_waiting, look: m.earn_check_look, refused: m.earn_check_account }
const problemLabels = {
  account: m.earn_check_account,
  ifsc: m.earn_check_ifsc,
  blocked: m.earn_check_blocked,
  nre: m.earn_check_nre,
  upi: m.earn_check_upi,
  name: m.earn_check_name,
}

const alertIcon = <Icon name="circle-exclamation-point" size={20} className="mt-0.5 flex-none" />

/** Masked payout account, with a form to add or change it. */
export function PayoutAccount({ account, check, refusal, needsAddress, rest, mentorId, formKey }: Props) {
  const fetcher = useFetcher<FormResult>()
  const result = useResult(fetcher, 'account', mentorId)
  const toast = useToast()
  const details = useRef<HTMLDetailsElement>(null)
  const hasScripts = useScripts()
  const refused = result && !result.ok ? result : undefined
  const [method, setMethod] = useState(refused?.values.method ?? 'bank')
  useAnswerOnce(refused, () => {
    if (details.current) details.current.open = true
  })
  const field = (name: string) => ({
    name,
    // The saved values are never sent back.
    defaultValue: refused?.values[name] ?? '',
    error: refused?.fields[name],
    autoComplete: 'off',
    className: 'tabular-nums',
  })
  const isSettled = account !== null && check?.status !== 'look' && !check?.problem
  return (
    <section className="card" aria-labelledby="earn-account">
      <h2 id="earn-account" className="text-card">
        {m.earn_account()}
      </h2>
      {account ? (
        <p className="mt-1 break-words">{m.earn_account_is({ account })}</p>
      ) : (
        <div className="mt-2">
          <Notice icon={alertIcon}>
            <p>{m.earn_account_none()}</p>
            <p className="font-normal text-text">{m.earn_account_none_text()}</p>
          </Notice>
        </div>
      )}
      {check && check.status !== 'proven' && (
        <div className="mt-2">
          {check.status === 'look' && !check.problem ? (
            <Notice icon={alertIcon}>
              <p>{m.earn_check_look()}</p>
              <p className="font-normal text-text">{m.earn_check_look_text()}</p>
            </Notice>
          ) : (
            <Notice tone={check.problem ? 'bad' : 'wait'} icon={alertIcon}>
              {check.problem ? problemLabels[check.problem]() : checkLabels[check.status]()}
            </Notice>
          )}
        </div>
      )}
      {refusal && (
        <div className="mt-2">
          <Notice tone="bad" icon={alertIcon}>
            {refusal.isEmail ? m.earn_payee_email() : m.earn_payee_refused({ reason: refusal.reason })}
          </Notice>
        </div>
      )}
      {rest && (
        <div className="mt-2">
          <Notice icon={alertIcon}>{holdLabels[rest.reason]({ until: formatDateTime(rest.until) })}</Notice>
        </div>
      )}
      <details
        ref={details}
        open={refused !== undefined}
        className={isSettled ? 'mt-3 -mb-4 border-line border-t open:mb-0' : 'mt-3'}
      >
        <summary className={isSettled ? 'text-link min-h-12' : `btn w-full ${account ? 'btn-outline' : 'btn-filled'}`}>
          {account ? m.earn_account_change() : m.earn_account_add()}
        </summary>
        <DashboardForm
          fetcher={fetcher}
          intent="account"
          of={mentorId}
          result={result}
          formKey={formKey}
          onDone={() => {
            details.current?.querySelector('form')?.reset()
            setMethod('bank')
            if (details.current) details.current.open = false
            toast({ title: m.earn_account_saved() })
          }}
          className="mt-2 grid gap-4"
        >
          <ChoiceGroup legend={m.earn_account_how()}>
            {(needsAddress ? (['bank'] as const) : (['bank', 'upi'] as const)).map((one) => (
              <RadioCard
                key={one}
                name="method"
                value={one}
                defaultChecked={method === one}
                onChange={() => setMethod(one)}
                title={one === 'bank' ? m.earn_bank() : m.earn_upi()}
              />
            ))}
          </ChoiceGroup>
          <TextField label={m.earn_holder()} help={m.earn_holder_help()} maxLength={100} {...field('holder')} />
          {(method === 'bank' || !hasScripts) && (
            <>
              <TextField label={m.earn_number()} inputMode="numeric" maxLength={30} {...field('accountNumber')} />
              <TextField label={m.earn_ifsc()} help={m.earn_ifsc_help()} maxLength={14} {...field('ifsc')} />
              {needsAddress && (
                <>
                  <TextField label={m.earn_street()} help={m.earn_street_help()} maxLength={100} {...field('street')} />
                  <TextField label={m.earn_pincode()} inputMode="numeric" maxLength={10} {...field('pincode')} />
                </>
              )}
            </>
          )}
          {!needsAddress && (method === 'upi' || !hasScripts) && (
            <TextField label={m.earn_upi_id()} help={m.earn_upi_help()} maxLength={120} {...field('upi')} />
          )}
          <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
            {m.earn_account_save()}
          </Button>
          <p className="text-muted text-small">
            {account ? `${m.earn_account_safe()} ${m.earn_account_rest()}` : m.earn_account_safe()}
          </p>
        </DashboardForm>
      </details>
    </section>
  )
}
