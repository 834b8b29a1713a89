import type { RouterContextProvider } from 'react-router'
import {
  askPhoneChange,
  dropPhoneChange,
  endAccountSessions,
  restoreAccount,
  suspendAccount,
} from '#contract/people.ts'
import { m } from '#messages'
import { writeApi } from '../api.ts'
import { answerForm } from './answer-form.server.ts'

/** Does one thing with an account. */
export async function actOnAccount(context: Readonly<RouterContextProvider>, id: string, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const params = { id }
  const body = { reason: text('reason') }
  const words = (done: string) => ({ done, bad: m.admin_account_bad() })
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
  if (intent === 'phone') {
    const asked = { ...body, phone: text('phone') }
    const sent = writeApi(context, askPhoneChange, { params, body: asked })
    return await answerForm(form, sent, words(m.admin_account_phone_asked()))
  }
  const sent = writeApi(context, endAccountSessions, { params, body })
  return await answerForm(form, sent, words(m.admin_account_logged_out()))
}
