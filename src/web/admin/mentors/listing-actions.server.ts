import type { RouterContextProvider } from 'react-router'
import { type ListingWish, previewListing } from '#contract/mentors/listings.ts'
import { makeMentorLink } from '#contract/mentors/mentor-links.ts'
import { m } from '#messages'
import { writeApi } from '../../api.ts'

type Context = Readonly<RouterContextProvider>
type Made = { to: string } | { intent: string; problem: string }

/** What a form of the ticked mentors asks for: a preview of a change, or a link. Answers where that is, or what is wrong. */
export async function makeFromPicks(context: Context, form: FormData): Promise<Made> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const intent = text('intent')
  const mentors = text('mentors').split(',').filter(Boolean)
  const options = { idempotencyKey: `${intent}-${text('formKey')}` }
  if (intent === 'link') {
    if (text('name') === '') return { intent, problem: m.admin_link_bad_name() }
    const days = text('days') === 'none' ? null : Number(text('days')) || undefined
    const body = { name: text('name'), mentors, ...(days !== undefined && { days }) }
    const reply = await writeApi(context, makeMentorLink, { body }, options)
    if (!reply.ok) return { intent, problem: reply.error.message }
    const { _id, leftOut } = reply.data.data
    return { to: `/admin/mentors/links?made=${_id}${leftOut > 0 ? `&out=${leftOut}` : ''}` }
  }
  const set = wishOf(text)
  if (Object.keys(set).length === 0) return { intent, problem: m.admin_bulk_nothing() }
  const filter = Object.fromEntries(new URLSearchParams(text('filter')))
  const of = text('whom') === 'all' ? { filter } : { mentors }
  const reply = await writeApi(context, previewListing, { body: { of, set } }, options)
  const ticked = 'mentors' in of ? '?ticked' : ''
  if (reply.ok) return { to: `/admin/mentors/changes/${reply.data.data._id}${ticked}` }
  return { intent, problem: reply.error.code === 'bad-request' ? m.admin_bulk_bad() : reply.error.message }
}

function wishOf(text: (name: string) => string): ListingWish {
  const [ranking, tier, brief] = [text('adminRanking'), text('tier'), text('brief')]
  const flags = (['adminBriefVisible', 'showOnWebsite'] as const).filter((name) => text(name) !== '')
  return {
    ...(ranking !== '' && { adminRanking: Number(ranking) }),
    ...((tier === 'gold' || tier === 'silver') && { tier }),
    ...(brief === 'set' && { adminBrief: text('adminBrief') }),
    ...(brief === 'clear' && { adminBrief: '' }),
    ...Object.fromEntries(flags.map((name) => [name, text(name) === 'yes'])),
  }
}
