import {
  approvePhoneChange,
  cancelPhoneChange,
  endAccountSessions,
  requestPhoneChange,
  restoreAccount,
  suspendAccount,
} from '#contract/people/people.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { m } from '#messages'
import type { LoaderContext } from '../../api.ts'
import { byIntent, sendForm } from '../../form.server.ts'
import { answerForm } from '../kit/answer-form.server.ts'

/** Errors shown beside the phone field. */
const phoneFieldError = ({ code, message }: ErrorReply) =>
  code === 'phone-same' || code === 'phone-has-account' || code === 'phone-promised' ? { phone: message } : null

/** Handles the actions of the account page. */
export async function runAccountAction(context: LoaderContext, id: string, form: FormData) {
  const fields = { phone: m.calls_bad_number(), reason: m.admin_pay_bad_reason() }
  const words = (done: string) => ({ done, bad: m.admin_account_bad(), fields })
  const send = (to: Parameters<typeof sendForm>[1]) => sendForm(context, to, form, { params: { id } })
  return await byIntent(form, {
    suspend: () => answerForm(form, send(suspendAccount), words(m.admin_account_suspended())),
    restore: () => answerForm(form, send(restoreAccount), words(m.admin_account_restored())),
    'log-out': () => answerForm(form, send(endAccountSessions), words(m.admin_account_logged_out())),
    drop: () => answerForm(form, send(cancelPhoneChange), words(m.admin_account_phone_dropped())),
    'phone-approve': () => answerForm(form, send(approvePhoneChange), words(m.admin_account_phone_approved())),
    phone: () =>
      answerForm(form, send(requestPhoneChange), { ...words(m.admin_account_phone_asked()), beside: phoneFieldError }),
  })
}
