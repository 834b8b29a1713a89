import type { RouterContextProvider } from 'react-router'
import {
  approvePhoneChange,
  askPhoneChange,
  dropPhoneChange,
  endAccountSessions,
  restoreAccount,
  suspendAccount,
} from '#contract/people/people.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { writeApi } from '../../api.ts'
import { answerForm } from '../kit/answer-form.server.ts'

/** Refusals of a new number, beside it. */
const besidePhone = ({ code, message }: ErrorReply) =>
  code === 'phone-same' || code === 'phone-has-account' || code === 'phone-promised' ? { phone: message } : null

/** Does one thing with an account. */
export async function actOnAccount(context: Readonly<RouterContextProvider>, id: string, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const params = { id }
  const body = { reason: text('reason') }
  const fields = { phone: m.calls_bad_number(), reason: m.admin_pay_bad_reason() }
  const words = (done: string) => ({ done, bad: m.admin_account_bad(), fields })
  const intent = text('intent')
  if (intent === 'suspend')
    return await answerForm(
      form,
      writeApi(context, suspendAccount, { params, body }),
      words(m.admin_account_suspended()),
    )
  if (intent === 'restore')
    return await answerForm(
      form,
      writeApi(context, restoreAccount, { params, body }),
      words(m.admin_account_restored()),
    )
  if (intent === 'drop')
    return await answerForm(
      form,
      writeApi(context, dropPhoneChange, { params }),
      words(m.admin_account_phone_dropped()),
    )
  if (intent === 'phone-approve') {
    const approved = { ...body, phone: text('phone') }
    const sent = writeApi(context, approvePhoneChange, { params, body: approved })
    return await answerForm(form, sent, words(m.admin_account_phone_approved()))
  }
  if (intent === 'phone') {
    const asked = { ...body, phone: text('phone') }
    const sent = writeApi(context, askPhoneChange, { params, body: asked })
    return await answerForm(form, sent, { ...words(m.admin_account_phone_asked()), beside: besidePhone })
  }
  const sent = writeApi(context, endAccountSessions, { params, body })
  return await answerForm(form, sent, words(m.admin_account_logged_out()))
}
