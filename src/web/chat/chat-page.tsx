import { redirect } from 'react-router'
import { chatSend } from '#contract/chat.ts'
import { callingNumber } from '#contract/payments.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi, writeApi } from '../api.ts'
import { localHref } from '../locale.ts'
import type { Route } from './+types/chat-page.ts'
import { findOther, meOf, newestMessages, ofPhone } from './chat-data.server.ts'
import { Talking } from './conversation.tsx'
import { nameOf } from './conversations.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url))
  if (/^\d{10}$/.test(params.party)) throw redirect(localHref(await ofPhone(context, viewer, params.party)))
  const me = meOf(viewer)
  // The page around says who may have conversations.
  if (!me) return null
  const [{ other, conversation, isBooked }, calling] = await Promise.all([
    findOther(context, me, params.party),
    readApi(context, callingNumber),
  ])
  if (other.slug && other.slug !== params.party) throw redirect(localHref(`/chat/${other.slug}`))
  const first = conversation ? await newestMessages(context, me, other._id) : { page: [], isFirst: true }
  return {
    ...{ me, other, conversation, isBooked, first },
    callingNo: calling.data[0]?.callingNo ?? null,
    clientId: crypto.randomUUID(),
    now: Date.now(),
  }
}

/** A message that was sent before scripts ran. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  const [message, clientId] = ['message', 'clientId'].map((name) => String(form.get(name) ?? '')) as [string, string] // true: two names
  const reply = await writeApi(context, chatSend, { body: { receiver: params.party, message, clientId } })
  if (!reply.ok) return { error: reply.error.message, message }
  throw redirect(localHref(`/chat/${params.party}`), 303)
}

/** A conversation reads what is new by itself. */
export const shouldRevalidate = ({ currentParams, nextParams }: { currentParams: Params; nextParams: Params }) =>
  currentParams.party !== nextParams.party
type Params = Record<string, string | undefined>

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData ? nameOf(loaderData.other) : m.shell_messages()} - ${m.brand_name()}` },
    { name: 'robots', content: 'noindex' },
    // The keyboard of a phone makes the page smaller instead of covering what one writes.
    {
      name: 'viewport',
      content: 'width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content',
    },
  ]
}

export default function ChatPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return null
  return <Talking key={loaderData.other._id} {...loaderData} refused={actionData} />
}
