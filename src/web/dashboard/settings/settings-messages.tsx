import { useFetcher } from 'react-router'
import type { MessageChannel, MessageKind } from '#contract/notifications/notification-kinds.ts'
import type { NotificationPreference } from '#contract/people/profiles.ts'
import { m } from '#messages'
import { Checkbox } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { SaveButton } from './save-button.tsx'

type Side = 'family' | 'mentor'
type Props = { messages: readonly NotificationPreference[]; side: Side; email: string | null }

type Words = [title: () => string, text: () => string]
const forBoth = (...words: Words): Record<Side, Words> => ({ family: words, mentor: words })
const kinds: Record<MessageKind, Record<Side, Words>> = {
  classes: {
    family: [m.settings_kind_classes, m.settings_kind_classes_family],
    mentor: [m.settings_kind_classes, m.settings_kind_classes_mentor],
  },
  bookings: {
    family: [m.dash_bookings, m.settings_kind_bookings_family],
    mentor: [m.dash_bookings, m.settings_kind_bookings_mentor],
  },
  payments: {
    family: [m.dash_payments, m.settings_kind_payments_family],
    mentor: [m.dash_earnings, m.settings_kind_payments_mentor],
  },
  reviews: {
    family: [m.settings_kind_reviews, m.settings_kind_reviews_family],
    mentor: [m.settings_kind_reviews, m.settings_kind_reviews_mentor],
  },
  chats: forBoth(m.settings_kind_chats, m.settings_kind_chats_text),
  support: forBoth(m.settings_kind_support, m.settings_kind_support_text),
  profile: forBoth(m.settings_kind_profile, m.settings_kind_profile_text),
}
const channels: Record<MessageChannel, () => string> = {
  sms: m.settings_sms,
  email: m.contact_email,
  app: m.settings_app,
}

/** A channel has its column, in kinds without the others too. */
const columns: Record<MessageChannel, string> = { sms: 'col-start-1', email: 'col-start-2', app: 'col-start-3' }

/** Notification preferences by kind and channel. */
export function MessagesPanel({ messages, side, email }: Props) {
  const fetcher = useFetcher<FormResult>()
  const toast = useToast()
  const result = useResult(fetcher, 'messages', side)
  const shown = [...new Set(messages.map(({ kind }) => kind))]
  return (
    <DashboardForm
      fetcher={fetcher}
      intent="messages"
      of={side}
      result={result}
      onDone={() => toast({ title: m.settings_saved() })}
      className="grid gap-4"
    >
      <p className="text-muted">{m.settings_messages_text()}</p>
      <div className="card divide-y divide-line py-0!">
        {shown.map((kind) => {
          const [title, text] = kinds[kind][side]
          return (
            <fieldset key={kind} className="grid gap-x-6 py-3 sm:flex sm:items-center">
              <legend className="sr-only">{title()}</legend>
              <div className="grow">
                <p className="font-semibold text-ink" aria-hidden="true">
                  {title()}
                </p>
                <p className="text-muted text-small">{text()}</p>
              </div>
              <div className="grid flex-none grid-cols-3 whitespace-nowrap sm:w-75">
                {messages
                  .filter((one) => one.kind === kind)
                  .map(({ channel, on }) => (
                    <span key={channel} className={columns[channel]}>
                      <input type="hidden" name={`shown-${kind}-${channel}`} value="1" />
                      <Checkbox
                        label={channels[channel]()}
                        name={`${kind}-${channel}`}
                        defaultChecked={result && !result.ok ? result.values[`${kind}-${channel}`] !== undefined : on}
                      />
                    </span>
                  ))}
              </div>
            </fieldset>
          )
        })}
      </div>
      {side === 'family' && email === null && <p className="text-muted text-small">{m.settings_no_email()}</p>}
      <p className="flex gap-2 text-small">
        <Icon name="shield-check" size={20} className="flex-none text-tick" />
        {m.settings_always()}
      </p>
      <p className="flex gap-2 text-small">
        <Icon name="moon" size={20} className="flex-none text-muted" />
        {m.settings_quiet()}
      </p>
      <SaveButton fetcher={fetcher} />
    </DashboardForm>
  )
}
