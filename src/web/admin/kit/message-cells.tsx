import { Form, useNavigation } from 'react-router'
import type { AdminMessage } from '#contract/notifications/admin-messages.ts'
import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/money.tsx'
import type { Column } from './column.ts'
import { fullTime } from './full-time.ts'
import { LinkCell } from './link-cell.tsx'
import { NameText } from './name-text.tsx'
import { PhoneLink } from './phone-link.tsx'
import { TimeCell } from './session-cells.tsx'

export const channelNames: Record<AdminMessage['channel'], () => string> = {
  sms: m.settings_sms,
  email: m.contact_email,
  whatsapp: () => 'WhatsApp',
  push: () => 'Push',
}

/** Known mail-server errors, translated; others are shown as received. */
function failureText(reason: string): string {
  if (reason === 'the address was refused') return m.admin_message_refused_email()
  const code = /^the mail server did not take it \((.+?)(?:, 0)?\)$/.exec(reason)?.[1]
  if (!code) return reason
  return /TIMEDOUT|ECONN|ESOCKET/.test(code) ? m.admin_message_silent({ code }) : m.admin_message_no_server({ code })
}

type Row = AdminMessage & { name: string }

const PersonPhone = ({ person }: { person: NonNullable<AdminMessage['person']> }) => (
  <PhoneLink number={person.phone} hint={m.calls_number_in_account()} />
)

export const messageColumns = (): readonly Column<Row>[] => [
  {
    key: 'event',
    label: m.admin_message_about(),
    isWide: true,
    cell: ({ name }) => <span className="list-lines block font-semibold text-ink">{name}</span>,
  },
  { key: 'date', label: m.admin_message_written(), sort: 'date', cell: ({ writtenAt }) => <TimeCell at={writtenAt} /> },
  {
    key: 'to',
    label: m.admin_message_to(),
    isWide: true,
    cell: ({ channel, to, person }) => (
      <>
        {person ? (
          <LinkCell to={`/admin/users/${person.accountId}`} name={person.name || m.admin_people_unnamed()} />
        ) : (
          <NameText>{to}</NameText>
        )}
        <span className="text-muted text-small lg:block">
          {person ? (
            channel === 'email' ? (
              <span title={to} className="whitespace-nowrap">
                {to}
              </span>
            ) : (
              <PersonPhone person={person} />
            )
          ) : (
            <span className="lg:hidden [dd_&]:hidden">· </span>
          )}
          {person && ' · '}
          {channelNames[channel]()}
        </span>
      </>
    ),
  },
  // Only in the panel: the row has the email address.
  {
    key: 'phone',
    label: m.admin_people_phone(),
    isExtra: true,
    cell: ({ channel, person }) => channel === 'email' && person && <PersonPhone person={person} />,
  },
  {
    key: 'trouble',
    label: m.admin_message_trouble(),
    cell: ({ trouble }) => (
      <span className="list-lines">{trouble ? failureText(trouble) : m.admin_message_no_trouble()}</span>
    ),
  },
  {
    key: 'tries',
    label: m.admin_message_tries(),
    sort: 'tries',
    isNumber: true,
    cell: ({ tries }) => formatNumber(tries),
  },
  {
    key: 'state',
    label: m.admin_col_status(),
    cell: ({ state, dueAt }) => (
      <>
        <Badge kind={state === 'waiting' ? 'pending' : state === 'sent' ? 'paid' : 'failed'}>
          {state === 'waiting' ? m.admin_message_waiting() : m.admin_message_given_up()}
        </Badge>
        {dueAt && (
          <span className="list-note block text-muted text-small">
            {m.admin_message_due()}: {fullTime(dueAt)}
          </span>
        )}
      </>
    ),
  },
  // Only in the panel: names tell the rows of the list apart.
  { key: 'text', label: m.admin_message_text(), isExtra: true, cell: ({ text }) => text },
  { key: 'again', label: m.admin_col_actions(), isActions: true, cell: (one) => <Again one={one} /> },
]

/** Retries a message that has not expired. */
function Again({ one: { _id, canRetry } }: { one: AdminMessage }) {
  const isSending = useNavigation().formData?.get('id') === _id
  if (!canRetry) return <span className="text-small">{m.admin_message_over()}</span>
  return (
    <Form method="post">
      <input type="hidden" name="id" value={_id} />
      <Button type="submit" look="plain" loading={isSending} className="whitespace-nowrap max-lg:px-0">
        {m.admin_message_again()}
      </Button>
    </Form>
  )
}
