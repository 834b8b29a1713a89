import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { telHref } from '#contract/wire/contact.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { textOf } from '../form.ts'
import { currentLocale } from '../locale.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/error-state.tsx'
import { TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useSite } from './site-state.ts'

export type CallDialogProps = { mentor: { id: string; name: string } | undefined; onClose: () => void }
type State =
  | { step: 'asking' | 'sending' | 'done'; problem?: undefined; fields?: undefined }
  | { step: 'asking'; problem: string; fields: readonly string[] }

/** Records a call request; repeating it is harmless. */
async function send(body: Record<string, string>): Promise<State> {
  const reply = await fetch('/api/mentor-call', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': currentLocale() },
    body: JSON.stringify(body),
    // The dialler may unload the page.
    keepalive: true,
  }).catch(() => null)
  if (reply?.ok) return { step: 'done' }
  const error = (await reply?.json().catch(() => null)) as ErrorReply | null | undefined // safe: every error reply has this shape
  const faults = error?.code === 'bad-request' && Array.isArray(error.details?.fields) ? error.details.fields : []
  const fields = faults.map((one: { field?: unknown }) => String(one.field))
  return { step: 'asking', problem: error?.message || m.failure_connection(), fields }
}

/** Dialog of a call: visitors enter name and number, then everyone sees that we connect them. */
export function CallDialog({ mentor, onClose }: CallDialogProps) {
  const { viewer, callingNo } = useSite()
  const [state, setState] = useState<State>({ step: viewer ? 'sending' : 'asking' })
  const ask = async (who: Record<string, string>) => {
    setState({ step: 'sending' })
    setState(await send({ ...(mentor && { mentorId: mentor.id }), ...who }))
  }
  const begin = useEffectEvent(() => {
    if (viewer) void ask({})
  })
  useEffect(() => begin(), [])
  // Focuses the message or the form.
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { step, problem } = state
    if (step === 'done' || problem) content.current?.querySelector<HTMLElement>('[aria-invalid], [data-news]')?.focus()
  }, [state])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state.step === 'sending') return
    const form = new FormData(event.currentTarget)
    const given = { name: textOf(form, 'name'), phone: textOf(form, 'phone') }
    void ask(given)
  }
  const number = callingNo
  const isDone = state.step === 'done'
  // A session that ended meanwhile becomes a visitor.
  const asksWho = !isDone && (!viewer || (state.fields?.length ?? 0) > 0)
  const call = (
    <ButtonLink look={isDone ? 'filled' : 'outline'} href={telHref(number)} icon={<Icon name="phone" size={20} />} wide>
      {m.call_number({ number })}
    </ButtonLink>
  )
  return (
    <Dialog open onClose={onClose} title={mentor ? m.call_title({ name: mentor.name }) : m.call_us()}>
      <div ref={content} className="grid gap-4">
        <div role="status" data-news tabIndex={-1} className="grid gap-4 outline-none">
          {isDone && (
            <Notice tone="good" icon={<Icon name="circle-check" size={22} className="flex-none" />}>
              {mentor ? m.call_done({ name: mentor.name, number }) : m.call_done_plain({ number })}
            </Notice>
          )}
          {viewer && state.step === 'sending' && <p className="text-muted">{m.call_sending()}</p>}
        </div>
        {state.problem && state.fields?.length === 0 && <Notice tone="bad">{state.problem}</Notice>}
        {asksWho && (
          <form onSubmit={submit} noValidate className="grid gap-4">
            <p>{m.call_lead()}</p>
            <TextField
              label={m.call_name()}
              name="name"
              autoComplete="name"
              maxLength={80}
              required
              data-first
              error={state.fields?.includes('name') ? m.call_bad_name() : undefined}
            />
            <TextField
              label={m.call_phone()}
              name="phone"
              type="tel"
              inputMode="tel"
              autoComplete="tel-national"
              maxLength={20}
              prefix="+91"
              required
              error={state.fields?.includes('phone') ? m.call_bad_phone() : undefined}
            />
            <Button type="submit" loading={state.step === 'sending'} wide>
              {m.call_ask()}
            </Button>
          </form>
        )}
        {call}
      </div>
    </Dialog>
  )
}
