import { Form, useNavigation } from 'react-router'
import type { AdminMessage } from '#contract/admin-messages.ts'
import { m } from '#messages'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.tsx'
import { formatNumber } from '../ui/money.tsx'

export const channelNames: Record<AdminMessage['channel'], () => string> = {
  sms: m.settings_sms,
  email: m.contact_email,
  whatsapp: () => 'WhatsApp',
  push: () => 'Push',
}

/** One message that did not go out: what it says without anybody's values, and why not. */
export function MessageRow({ one }: { one: AdminMessage }) {
  const { _id, state, event, channel, to, text, trouble, tries, writtenAt, dueAt, canRetry } = one
  const navigation = useNavigation()
  const facts: [string, string][] = [
    [m.admin_message_to(), `${channelNames[channel]()}, ${to}`],
    [m.admin_message_trouble(), trouble ?? m.admin_message_no_trouble()],
    [m.admin_message_tries(), formatNumber(tries)],
    [m.admin_message_written(), formatDateTime(writtenAt)],
    ...(dueAt ? ([[m.admin_message_due(), formatDateTime(dueAt)]] satisfies [string, string][]) : []),
  ]
  return (
    <li className="card grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold text-ink">{event}</h3>
        <Badge kind={state === 'waiting' ? 'pending' : state === 'sent' ? 'paid' : 'failed'}>
          {state === 'waiting' ? m.admin_message_waiting() : m.admin_message_given_up()}
        </Badge>
      </div>
      {text && <p className="text-muted">{text}</p>}
      <dl className="admin-facts">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {canRetry ? (
        <Form method="post">
          <input type="hidden" name="id" value={_id} />
          <Button type="submit" look="outline" loading={navigation.formData?.get('id') === _id}>
            {m.admin_message_again()}
          </Button>
        </Form>
      ) : (
        <p className="text-small">{m.admin_message_over()}</p>
      )}
    </li>
  )
}
