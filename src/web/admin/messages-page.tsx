import { data, Form, redirect } from 'react-router'
import { adminMessages, messageStates, outboxChannels, tryMessageAgain } from '#contract/admin-messages.ts'
import { m } from '#messages'
import { signedIn } from '../accounts/signed-in.server.ts'
import { readApi, writeApi } from '../api.ts'
import { localHref } from '../locale.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Notice } from '../ui/error-state.tsx'
import { SelectField } from '../ui/field.tsx'
import { formatNumber } from '../ui/money.tsx'
import type { Route } from './+types/messages-page.ts'
import { channelNames, MessageRow } from './message-row.tsx'
import { MessagesDay } from './messages-day.tsx'

const home = '/admin/messages'
const stateNames: Record<(typeof messageStates)[number], () => string> = {
  given_up: m.admin_message_given_up,
  waiting: m.admin_message_waiting,
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  await signedIn(context, url, '/admin/login')
  const { shape } = adminMessages.schema.querystring
  const get = (name: string) => url.searchParams.get(name) || undefined
  const state = shape.state.safeParse(get('state')).data ?? 'given_up'
  const channel = shape.channel.safeParse(get('channel')).data
  const cursor = shape.cursor.safeParse(get('cursor')).data
  const addressWith = (next: string | null) =>
    `${home}?${new URLSearchParams({ state, ...(channel && { channel }), ...(next && { cursor: next }) })}`
  const list = await readApi(context, adminMessages, { query: { state, channel, cursor } }).catch((error: unknown) => {
    // A place in a list that is another one by now.
    if (cursor) throw redirect(localHref(addressWith(null)))
    throw error
  })
  const { data: messages, counts, lastDay, nextCursor } = list
  return { state, channel: channel ?? '', messages, counts, lastDay, next: nextCursor && addressWith(nextCursor) }
}

/** Tries one again. Can be repeated: what was sent stays sent. */
export async function action({ context, request }: Route.ActionArgs) {
  const id = String((await request.formData()).get('id') ?? '')
  const reply = await writeApi(context, tryMessageAgain, { params: { id } })
  if (reply.ok) return { problem: null }
  return data({ problem: reply.error.message }, { status: reply.status })
}

export function meta() {
  return [{ title: `${m.admin_nav_messages()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** What people should have been told and were not. */
export default function MessagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, channel, messages, counts, lastDay, next } = loaderData
  return (
    <>
      <h1 className="text-h1">{m.admin_nav_messages()}</h1>
      <p className="text-muted">{m.admin_message_lead()}</p>
      <MessagesDay days={lastDay} />
      <Form
        method="get"
        action={localHref(home)}
        key={`${state} ${channel}`}
        className="my-5 grid items-end gap-3 sm:grid-cols-[260px_200px_auto] sm:justify-start"
      >
        <SelectField
          label={m.admin_filter()}
          name="state"
          defaultValue={state}
          options={messageStates.map((one) => ({
            value: one,
            label: m.admin_message_count({ state: stateNames[one](), count: formatNumber(counts[one]) }),
          }))}
        />
        <SelectField
          label={m.admin_message_channel()}
          name="channel"
          defaultValue={channel}
          options={[
            { value: '', label: m.admin_message_channels() },
            ...outboxChannels.slice(0, 2).map((one) => ({ value: one, label: channelNames[one]() })),
          ]}
        />
        <Button type="submit">{m.admin_search_button()}</Button>
      </Form>
      {actionData && (
        <div className="mb-4">
          <Notice tone={actionData.problem ? 'bad' : 'good'}>
            {actionData.problem ?? m.admin_message_again_done()}
          </Notice>
        </div>
      )}
      {messages.length === 0 ? (
        <div className="card">
          <EmptyState heading="h2" title={m.admin_message_none()} text={m.admin_message_none_text()} />
        </div>
      ) : (
        <ul className="grid gap-3">
          {messages.map((one) => (
            <MessageRow key={one._id} one={one} />
          ))}
        </ul>
      )}
      {next && (
        <ButtonLink to={next} look="outline" className="mt-4">
          {m.admin_next_page()}
        </ButtonLink>
      )}
    </>
  )
}
