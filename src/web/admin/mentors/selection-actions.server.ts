import { type RouterContextProvider, redirect } from 'react-router'
import { previewBulkEdit } from '#contract/mentors/listings.ts'
import { makeMentorLink } from '#contract/mentors/mentor-links.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { listIn } from '#web/form.server.ts'
import { byIntent, fromForm, sendForm } from '../../form.server.ts'
import { isTicked, textOf } from '../../form.ts'
import { localHref } from '../../locale.ts'
import { emptyResult } from '../kit/admin-result.ts'

/** Previews a bulk edit of the selected mentors, or creates a link to them, and redirects there. */
export async function runSelectionAction(context: Readonly<RouterContextProvider>, form: FormData) {
  const mentors = listIn(form, 'mentors')
  const refuse = ({ code, message }: ErrorReply, bad: string) => ({
    ...emptyResult(form),
    problem: code === 'bad-request' ? bad : message,
  })
  return await byIntent(form, {
    async change() {
      const { adminBrief, ...set } = fromForm(previewBulkEdit.schema.body.shape.set, form)
      const hasBrief = adminBrief || isTicked(form, 'noBrief')
      const filter = Object.fromEntries(new URLSearchParams(textOf(form, 'filter')))
      const body = {
        of: textOf(form, 'whom') === 'all' ? { filter } : { mentors },
        set: { ...set, ...(hasBrief && { adminBrief: adminBrief ?? '' }) },
      }
      const reply = await sendForm(context, previewBulkEdit, form, { body })
      if (!reply.ok) return refuse(reply.error, m.admin_bulk_bad())
      return redirect(localHref(`/admin/mentors/changes/${reply.data.data._id}`))
    },
    async link() {
      const days = textOf(form, 'days') === 'none' ? { days: null } : {}
      const reply = await sendForm(context, makeMentorLink, form, { body: { mentors, ...days } })
      if (!reply.ok) return refuse(reply.error, m.admin_link_bad_name())
      const { _id, leftOut } = reply.data.data
      return redirect(localHref(`/admin/mentors/links?made=${_id}&out=${leftOut}`))
    },
  })
}
