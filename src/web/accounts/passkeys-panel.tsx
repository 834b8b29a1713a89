import { type FormEvent, useState } from 'react'
import { Form } from 'react-router'
import { passkeyLimits } from '#contract/people/limits.ts'
import type { OwnPasskeys } from '#contract/people/passkeys.ts'
import { m } from '#messages'
import { textOf } from '../form.ts'
import { localHref } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { formatDateTime, formatDay } from '../ui/dates.tsx'
import { Notice } from '../ui/error-state.tsx'
import { TextField } from '../ui/field.tsx'
import { useScripts } from '../ui/use-scripts.ts'
import { createPasskey, knowsPasskeys, removePasskey } from './passkey.ts'

type Passkey = OwnPasskeys['passkeys'][number]

/** The account's passkeys: list, add and remove. Needs scripts, as passkeys do. */
export function PasskeysPanel({ own, text = m.passkey_text() }: { own: OwnPasskeys; text?: string }) {
  const ready = useScripts()
  const [changed, setChanged] = useState<OwnPasskeys | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { passkeys, canAdd } = changed ?? own

  async function change(what: string, run: () => Promise<{ data: OwnPasskeys } | { words: string }>) {
    if (busy !== null) return false
    setBusy(what)
    const outcome = await run()
    setBusy(null)
    setProblem('words' in outcome ? outcome.words : null)
    if ('data' in outcome) setChanged(outcome.data)
    return 'data' in outcome
  }
  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const name = textOf(new FormData(form), 'name')
    if (await change('new', () => createPasskey(name))) form.reset()
  }
  const isFull = passkeys.length >= passkeyLimits.most
  return (
    <div className="grid max-w-[680px] gap-4">
      <p className="text-muted">{text}</p>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {passkeys.length > 0 && (
        <ul className="grid gap-3">
          {passkeys.map((one) => (
            <PasskeyCard
              key={one._id}
              passkey={one}
              isBusy={busy === one._id}
              onRemove={() => void change(one._id, () => removePasskey(one._id))}
            />
          ))}
        </ul>
      )}
      {ready && !knowsPasskeys() ? (
        <p>{m.passkey_unsupported()}</p>
      ) : canAdd ? (
        <form onSubmit={(event) => void add(event)} className="card grid gap-4">
          <TextField label={m.passkey_name()} help={m.passkey_name_help()} name="name" maxLength={60} required />
          <Button
            type="submit"
            loading={busy === 'new'}
            {...(busy === 'new' && { loadingText: m.passkey_wait() })}
            disabled={!ready}
            className="justify-self-start"
          >
            {m.passkey_add()}
          </Button>
        </form>
      ) : (
        !isFull && (
          <Form method="post" action={localHref('/logout')} className="card grid gap-4">
            <p>{m.passkey_again()}</p>
            <Button type="submit" look="outline" className="sm:justify-self-start">
              {m.shell_log_out()}
            </Button>
          </Form>
        )
      )}
    </div>
  )
}

function PasskeyCard({ passkey, isBusy, onRemove }: { passkey: Passkey; isBusy: boolean; onRemove: () => void }) {
  const { name, createdAt, usedAt } = passkey
  return (
    <li className="card flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 grow basis-40">
        <h2 className="font-sans font-semibold text-body text-ink wrap-anywhere">{name}</h2>
        <p className="text-muted text-small">{m.passkey_added({ day: formatDay(createdAt, { year: true }) })}</p>
        <p className="text-muted text-small">
          {usedAt ? m.passkey_used({ when: formatDateTime(usedAt) }) : m.passkey_unused()}
        </p>
      </div>
      <Button
        look="danger"
        onClick={onRemove}
        loading={isBusy}
        loadingText={m.dash_saving()}
        aria-label={m.passkey_remove_named({ name })}
      >
        {m.passkey_remove()}
      </Button>
    </li>
  )
}
