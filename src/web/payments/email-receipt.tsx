import { useEffect, useRef, useState } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { m } from '#messages'
import { isTicked, valuesOf } from '../form.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/error-state.tsx'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

/** Result of emailing a receipt. */
export type MailResult = {
  sentTo: string | null
  /** Whether to show the address field. */
  asksAddress: boolean
  email: string
  /** Errors beside the address, and for the whole form. */
  wrong: string | null
  problem: string | null
  /** Request key of the next attempt. */
  nextKey: string
}

/** Offline, the outcome is unknown: the next attempt keeps its key, so that no second email is sent. */
export function mailWhenOffline(form: FormData): MailResult {
  const { email = '', key: nextKey = '' } = valuesOf(form)
  const asks = isTicked(form, 'email') || isTicked(form, 'other')
  const problem = m.failure_connection()
  return { sentTo: null, asksAddress: asks, email, wrong: null, problem, nextKey }
}

const mailKeyOf = (orderId: string) => `mail-${orderId}`

/** Address of the last receipt email: `known` from the loader, or sent from this page since. */
export function useReceiptTo(orderId: string, known: string | null): string | null {
  const { data } = useFetcher<MailResult>({ key: mailKeyOf(orderId) })
  const [last, setLast] = useState<string | null>(null)
  if (data?.sentTo && data.sentTo !== last) setLast(data.sentTo)
  return last ?? known
}

/** Emails the receipt to the profile's address, or asks for one. */
export function EmailReceipt({ orderId, formKey }: { orderId: string; formKey: string }) {
  const fetcher = useFetcher<MailResult>({ key: mailKeyOf(orderId) })
  const pageResult = useActionData() as MailResult | undefined // safe: the page's action answers nothing else
  const result = fetcher.data ?? pageResult
  const address = useRef<HTMLInputElement>(null)
  const asks = result?.asksAddress === true
  useEffect(() => {
    if (asks || result?.wrong) address.current?.focus()
  }, [asks, result])
  const isSending = fetcher.state !== 'idle'
  return (
    <fetcher.Form
      method="post"
      noValidate
      className={result ? 'grid w-full gap-3' : 'grid grow'}
      onSubmit={(event) => isSending && event.preventDefault()}
    >
      <input type="hidden" name="of" value={orderId} />
      <input type="hidden" name="key" value={result?.nextKey ?? formKey} />
      {result?.problem && <Notice tone="bad">{result.problem}</Notice>}
      {result?.sentTo && (
        <Notice tone="good" icon={<Icon name="circle-check" size={20} className="mt-0.5 shrink-0" />}>
          <p className="wrap-anywhere">{m.pay_email_sent({ email: result.sentTo })}</p>
          <p className="font-normal">{m.pay_email_late()}</p>
        </Notice>
      )}
      {asks && (
        <TextField
          ref={address}
          label={m.pay_email_address()}
          help={m.pay_email_help()}
          error={result.wrong ?? undefined}
          type="email"
          name="email"
          autoComplete="email"
          maxLength={200}
          defaultValue={result.email}
        />
      )}
      {result?.sentTo ? (
        <Button type="submit" name="other" value="1" look="plain" loading={isSending}>
          {m.pay_email_other()}
        </Button>
      ) : (
        <Button
          type="submit"
          look="outline"
          className="grow px-3"
          icon={<Icon name="mail" size={20} />}
          loading={isSending}
        >
          {asks ? m.pay_email_send() : m.pay_email()}
        </Button>
      )}
    </fetcher.Form>
  )
}
