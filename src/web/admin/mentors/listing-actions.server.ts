import type { RouterContextProvider } from 'react-router'
import { previewBulkEdit } from '#contract/mentors/listings.ts'
import { makeMentorLink } from '#contract/mentors/mentor-links.ts'
import { m } from '#messages'
import { writeApi } from '../../api.ts'
import { bodyOf, fromForm, intentOf, wordsIn } from '../../form.server.ts'
import { textOf } from '../../form.ts'

type Context = Readonly<RouterContextProvider>
type Made = { to: string } | { intent: string; problem: string }

/** What a form of the ticked mentors asks for: a preview of a change, or a link. Answers where that is, or what is wrong. */
export async function makeFromPicks(context: Context, form: FormData): Promise<Made> {
  const intent = intentOf(form, 'change', 'link')
  const mentors = wordsIn(form, 'mentors')
  const options = { idempotencyKey: `${intent}-${textOf(form, 'formKey')}` }
  if (intent === 'link') {
    if (textOf(form, 'name') === '') return { intent, problem: m.admin_link_bad_name() }
    const days = textOf(form, 'days') === 'none' ? { days: null } : {}
    const body = bodyOf(makeMentorLink, form, { mentors, ...days })
    const reply = await writeApi(context, makeMentorLink, { body }, options)
    if (!reply.ok) return { intent, problem: reply.error.message }
    const { _id, leftOut } = reply.data.data
    return { to: `/admin/mentors/links?made=${_id}${leftOut > 0 ? `&out=${leftOut}` : ''}` }
  }
  const isCleared = textOf(form, 'brief') === 'clear'
  const set = { ...fromForm(previewBulkEdit.schema.body.shape.set, form), ...(isCleared && { adminBrief: '' }) }
  if (Object.keys(set).length === 0) return { intent, problem: m.admin_bulk_nothing() }
  const filter = Object.fromEntries(new URLSearchParams(textOf(form, 'filter')))
  const of = textOf(form, 'whom') === 'all' ? { filter } : { mentors }
  const reply = await writeApi(context, previewBulkEdit, { body: { of, set } }, options)
  const ticked = 'mentors' in of ? '?ticked' : ''
  if (reply.ok) return { to: `/admin/mentors/changes/${reply.data.data._id}${ticked}` }
  return { intent, problem: reply.error.code === 'bad-request' ? m.admin_bulk_bad() : reply.error.message }
}
