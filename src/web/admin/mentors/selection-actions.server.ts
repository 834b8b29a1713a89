import { redirect } from 'react-router'
import { previewBulkEdit } from '#contract/mentors/listings.ts'
import { makeMentorLink } from '#contract/mentors/mentor-links.ts'
import { m } from '#messages'
import type { LoaderContext } from '../../api.ts'
import { byIntent, fromForm, listIn, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { localHref } from '../../locale.ts'
import { answerForm } from '../kit/answer-form.server.ts'

/** Previews a bulk edit, or creates a link to the selected mentors, and redirects there. */
export async function runSelectionAction(context: LoaderContext, form: FormData) {
  const mentors = listIn(form, 'mentors')
  return await byIntent(form, {
    async change() {
      const filter = Object.fromEntries(new URLSearchParams(textOf(form, 'filter')))
      const { adminBrief, ...set } = fromForm(previewBulkEdit.schema.body.shape.set, form)
      const of = mentors.length > 0 ? { mentors } : { filter }
      // An empty text changes nothing.
      const body = { of, set: { ...set, ...(adminBrief && { adminBrief }) } }
      const sent = sendForm(context, previewBulkEdit, form, { body })
      const reply = await sent
      if (reply.ok) throw redirect(localHref(`/admin/mentors/changes/${reply.data.data._id}`))
      return await answerForm(form, sent, { done: '', bad: m.admin_bulk_bad() })
    },
    async link() {
      const sent = sendForm(context, makeMentorLink, form, { body: { mentors } })
      const reply = await sent
      if (!reply.ok) return await answerForm(form, sent, { done: '', bad: m.admin_link_bad_name() })
      const { _id, leftOut } = reply.data.data
      throw redirect(localHref(`/admin/mentors/links?row=${_id}&out=${leftOut}`))
    },
  })
}
