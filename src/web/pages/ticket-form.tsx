import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { ticketMessage } from '#contract/support/limits.ts'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { useSite } from '../shell/site-state.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/error-state.tsx'
import { type Option, SelectField, TextArea, TextField } from '../ui/field.tsx'
import { formatNumber } from '../ui/money.tsx'
import { useAnswerOnce } from '../ui/use-answer-once.ts'

type Name = 'name' | 'phone' | 'email' | 'topic' | 'mentor' | 'message'
type TicketValues = Partial<Record<Name, string>>

/** Result of a submission; a refused one keeps all input. */
export type TicketResult =
  | { ok: true; number: string; promise: string }
  | { ok: false; problem: string | null; fields: TicketValues; values: TicketValues }

type Props = {
  topics: readonly Option[]
  /** The family's own mentors. */
  mentors: readonly Option[]
  /** What a link to the form says it is about. */
  given: TicketValues
  result: TicketResult | undefined
}
/** Works without JavaScript and keeps the input after an error. */
export function TicketForm({ topics, mentors, given, result }: Props) {
  const { viewer } = useSite()
  const { state } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const refused = result?.ok === false ? result : undefined
  const { fields, values } = refused ?? { fields: {}, values: { ...given, name: viewer?.name ?? '' } }
  useAnswerOnce(refused, () => form.current?.querySelector<HTMLElement>('[aria-invalid], [role=alert]')?.focus())
  const sending = state === 'submitting'
  return (
    <Form ref={form} method="post" action={localHref('/contact-us')} noValidate className="grid gap-4">
      {refused?.problem && <Notice tone="bad">{refused.problem}</Notice>}
      <TextField
        label={m.contact_name()}
        name="name"
        autoComplete="name"
        maxLength={80}
        required
        defaultValue={values.name}
        error={fields.name}
      />
      <TextField
        label={viewer ? m.contact_your_phone() : m.login_phone()}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={20}
        prefix="+91"
        placeholder={m.login_phone_placeholder()}
        defaultValue={values.phone}
        help={viewer ? m.contact_your_phone_own({ ending: viewer.phoneEnding }) : m.contact_reach()}
        error={fields.phone}
      />
      <TextField
        label={viewer ? m.contact_your_email() : m.contact_email()}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={200}
        defaultValue={values.email}
        error={fields.email}
      />
      <SelectField
        label={m.contact_topic()}
        name="topic"
        required
        options={topics}
        empty={m.contact_topic_choose()}
        defaultValue={values.topic}
        error={fields.topic}
      />
      {mentors.length > 0 && (
        <SelectField
          label={m.contact_about()}
          name="mentor"
          options={mentors}
          empty={m.contact_about_nobody()}
          defaultValue={values.mentor}
        />
      )}
      <TextArea
        label={m.contact_message()}
        help={m.contact_message_help({ min: ticketMessage.min, max: formatNumber(ticketMessage.max) })}
        error={fields.message}
        name="message"
        rows={5}
        required
        maxLength={ticketMessage.max}
        defaultValue={values.message}
      />
      <p className="text-muted">{m.contact_ticket()}</p>
      <Button
        type="submit"
        loading={sending}
        loadingText={m.contact_sending()}
        className="justify-self-start max-sm:w-full"
      >
        {m.contact_send()}
      </Button>
    </Form>
  )
}
