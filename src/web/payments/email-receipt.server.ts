import { data } from 'react-router'
import { mailReceipt } from '#contract/money/receipts.ts'
import { errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import type { LoaderContext } from '../api.ts'
import { intentOf, sendForm } from '../form.server.ts'
import { isTicked, textOf } from '../form.ts'
import { currentLocale } from '../locale.ts'
import type { MailResult } from './email-receipt.tsx'

/** Emails the receipt to the form's address or the profile's; asks for one if both are empty. */
export async function emailReceipt(context: LoaderContext, form: FormData) {
  intentOf(form)
  const email = textOf(form, 'email')
  const asks: MailResult = {
    sentTo: null,
    asksAddress: true,
    email,
    problem: null,
    wrong: null,
    nextKey: crypto.randomUUID(),
  }
  // Without scripts, the button that opens the field submits the form.
  if (isTicked(form, 'other')) return asks
  // An empty field does not mean the profile's address.
  if (isTicked(form, 'email') && email === '') return data({ ...asks, wrong: m.contact_bad_email() }, { status: 400 })
  const reply = await sendForm(context, mailReceipt, form, { params: { orderId: textOf(form, 'of') } })
  if (reply.ok) return { ...asks, asksAddress: false, sentTo: reply.data.data.email }
  const { code, message } = reply.error
  if (code === 'email-needed') return asks
  if (code === 'bad-request') return data({ ...asks, wrong: m.contact_bad_email() }, { status: 400 })
  const problem = message || errorText(code, currentLocale())
  return data({ ...asks, asksAddress: email !== '', problem }, { status: reply.status })
}
