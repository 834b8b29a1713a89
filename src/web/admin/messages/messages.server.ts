import { data } from 'react-router'
import { adminMessages, messageStates, outboxChannels, retryMessage } from '#contract/notifications/admin-messages.ts'
import { m } from '#messages'
import type { LoaderContext } from '../../api.ts'
import { intentOf, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { formatNumber } from '../../ui/money.tsx'
import { readList } from '../kit/list-address.server.ts'
import { channelNames } from '../kit/message-cells.tsx'
import { messageName } from '../kit/message-names.server.ts'

const stateNames: Record<(typeof messageStates)[number], () => string> = {
  given_up: m.admin_message_given_up,
  waiting: m.admin_message_waiting,
}

/** The messages for a URL's filters, and delivery results of the last day. */
export async function readMessages(context: LoaderContext, request: Request) {
  const { list, state } = await readList(context, request, adminMessages)
  return {
    state,
    rows: list.data.map((one) => ({ ...one, name: messageName(one.event) })),
    lastDay: list.lastDay,
    states: messageStates.map((value) => ({
      value,
      label: m.admin_message_count({ state: stateNames[value](), count: formatNumber(list.counts[value]) }),
    })),
    channels: outboxChannels.slice(0, 2).map((value) => ({ value, label: channelNames[value]() })),
  }
}

/** Retries a message. Idempotent: a sent message is not sent again. */
export async function sendAgain(context: LoaderContext, form: FormData) {
  intentOf(form)
  const reply = await sendForm(context, retryMessage, form, { params: { id: textOf(form, 'id') } })
  if (reply.ok) return { problem: null }
  return data({ problem: reply.error.message }, { status: reply.status })
}
