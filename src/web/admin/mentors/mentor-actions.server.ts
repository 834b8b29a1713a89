import { data, redirect } from 'react-router'
import { decideChange } from '#contract/mentors/mentor-changes.ts'
import {
  decideMentor,
  deleteDocument,
  type MentorEvent,
  requestDocument,
  setCheck,
  setListing,
} from '#contract/mentors/verification.ts'
import { type ErrorReply, errorText } from '#contract/wire/errors.ts'
import { m } from '#messages'
import type { LoaderContext } from '../../api.ts'
import { intentOf, sendForm } from '../../form.server.ts'
import { isTicked, textOf } from '../../form.ts'
import { currentLocale, localHref } from '../../locale.ts'
import { profileFieldLabel } from '../../waiting-change.server.ts'
import { type AdminResult, emptyResult } from '../kit/admin-result.ts'
import { eventText } from '../kit/event-labels.server.ts'
import { fullTime } from '../kit/full-time.ts'

type SuccessMessage = NonNullable<AdminResult['done']>

/** Success messages by the `done` parameter of a URL. */
const successMessages: Record<string, () => SuccessMessage> = {
  start_review: () => ({ title: m.admin_started(), text: m.admin_done_review_text() }),
  verify: () => ({ title: m.admin_done_verify(), text: m.admin_done_verify_text() }),
  verify_hidden: () => ({ title: m.admin_done_verify(), text: m.admin_done_verify_hidden() }),
  reject: () => ({ title: m.admin_done_reject(), text: m.admin_done_reject_text() }),
  suspend: () => ({ title: m.admin_done_suspend(), text: m.admin_done_suspend_text() }),
  restore: () => ({ title: m.admin_done_restore(), text: m.admin_done_restore_text() }),
  check: () => ({ title: m.admin_check_saved(), text: '' }),
  listing: () => ({ title: m.admin_listing_saved(), text: m.admin_listing_saved_text() }),
  listing_hidden: () => ({ title: m.admin_listing_saved(), text: m.admin_listing_saved_hidden() }),
  listing_later: () => ({ title: m.admin_listing_saved(), text: m.admin_listing_not_verified() }),
  document: () => ({ title: m.admin_doc_delete_done(), text: m.admin_doc_delete_done_text() }),
  approve: () => ({ title: m.admin_done_change_approve(), text: m.admin_done_change_approve_text() }),
  decline: () => ({ title: m.admin_done_change_decline(), text: m.admin_done_change_decline_text() }),
  ask: () => ({ title: m.admin_doc_ask_done(), text: m.admin_doc_ask_done_text() }),
}
/** Success message for a `done` parameter; null if unknown. */
export const successMessage = (name: string | null): SuccessMessage | null =>
  name !== null && Object.hasOwn(successMessages, name) ? (successMessages[name]?.() ?? null) : null

const fieldErrors: Record<string, () => string> = {
  reason: m.admin_bad_reason,
  method: m.admin_bad_method,
  basis: m.admin_bad_basis,
  degree: m.admin_bad_degree,
  degreeYear: m.admin_bad_degreeYear,
  issuedOn: m.admin_bad_issuedOn,
  evidence: m.admin_bad_evidence,
  checkedOn: m.admin_bad_checkedOn,
  validUntil: m.admin_bad_validUntil,
  adminRanking: m.admin_bad_adminRanking,
  adminBrief: m.admin_bad_adminBrief,
}

type Conflict = { by: string | null; at: string | null; events: Pick<MentorEvent, 'kind' | 'check' | 'changes'>[] }

export function toFailure({ code, message, details }: ErrorReply): Partial<AdminResult> {
  const problem = message || errorText(code, currentLocale(), details)
  if (code === 'changed-meanwhile') {
    const { by, at, events } = details as Conflict // details of this code (verification.ts)
    const text = by && at ? m.admin_conflict_by({ name: by, at: fullTime(at) }) : m.admin_conflict()
    return { conflict: { text, events: events.map(eventText) } }
  }
  if (code === 'text-has-contacts' && Array.isArray(details?.fields))
    return { problem: `${problem} (${details.fields.map((field) => profileFieldLabel(String(field))).join(', ')})` }
  const badFields = code === 'bad-request' && Array.isArray(details?.fields) ? details.fields : []
  const fields = badFields.flatMap((one: { field?: unknown }) => {
    const name = String(one.field)
    return fieldErrors[name] ? [[name, fieldErrors[name]()] as const] : []
  })
  return fields.length > 0 ? { fields: Object.fromEntries(fields) } : { problem }
}

function sendIntent(context: LoaderContext, id: string, form: FormData) {
  const params = { id }
  switch (intentOf(form, 'check', 'listing', 'document', 'ask', 'decide', 'change')) {
    case 'check': {
      const kind = textOf(form, 'intent').split(' ')[1] ?? ''
      // The form fills in today and a way; nobody has made an open check.
      const body = textOf(form, 'state') === 'pending' ? { checkedOn: null, method: '' as const } : {}
      return { done: 'check', sent: sendForm(context, setCheck, form, { params: { id, kind }, body }) }
    }
    case 'listing':
      return {
        done: isTicked(form, 'showOnWebsite') ? 'listing' : 'listing_hidden',
        sent: sendForm(context, setListing, form, { params }),
      }
    case 'document':
      return { done: 'document', sent: sendForm(context, deleteDocument, form, { params }) }
    case 'ask':
      return { done: 'ask', sent: sendForm(context, requestDocument, form, { params }) }
    case 'change':
      return { done: textOf(form, 'decision'), sent: sendForm(context, decideChange, form, { params }) }
    case 'decide':
      return { done: textOf(form, 'decision'), sent: sendForm(context, decideMentor, form, { params }) }
  }
}

/** Runs a form action on a mentor; returns success, field errors or the conflicting change. */
export async function actOnMentor(context: LoaderContext, id: string, form: FormData) {
  const result = emptyResult(form)
  const isPlain = isTicked(form, 'plain')
  if (result.intent === 'document' && !isTicked(form, 'sure')) {
    const unconfirmed = { ...result, fields: { sure: m.admin_bad_sure() } }
    return isPlain ? data(unconfirmed, { status: 400 }) : unconfirmed
  }
  const { done: action, sent } = sendIntent(context, id, form)
  const reply = await sent
  const isHidden = action === 'verify' && reply.ok && 'isShown' in reply.data.data && !reply.data.data.isShown
  const isLater = action === 'listing' && reply.ok && reply.data.data.status !== 'verified'
  const done = isHidden ? 'verify_hidden' : isLater ? 'listing_later' : action
  if (reply.ok) {
    return isPlain
      ? redirect(localHref(`/admin/mentors/${id}?done=${done}`))
      : { ...result, done: successMessage(done) }
  }
  const refused = { ...result, ...toFailure(reply.error) }
  // With scripts an error is shown in place; a full page load gets the status code.
  return isPlain ? data(refused, { status: reply.status }) : refused
}
