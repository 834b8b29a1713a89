import { useState } from 'react'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useScripts } from '../ui/use-scripts.ts'
import { knowsPasskeys, logInWithPasskey, signWithPasskey } from './passkey.ts'
import type { Login } from './use-login.ts'

/** Button that uses a passkey; hidden where the browser knows none. `use` returns why it failed. */
function PasskeyButton({ id, use, problem }: { id: string; use: () => Promise<string | null>; problem?: string }) {
  const ready = useScripts()
  const [isBusy, setBusy] = useState(false)
  const [words, setWords] = useState<string | null>(null)
  if (!ready || !knowsPasskeys()) return null
  const press = async () => {
    setBusy(true)
    setWords(null)
    const failed = await use()
    setWords(failed)
    // After a success the page goes on.
    if (failed !== null) setBusy(false)
  }
  const error = words ?? (isBusy ? undefined : problem)
  return (
    <div className="field">
      <Button
        look="plain"
        wide
        icon={<Icon name="lock" size={20} />}
        onClick={() => void press()}
        loading={isBusy}
        loadingText={m.passkey_wait()}
        {...(error && { 'aria-describedby': id })}
      >
        {m.passkey_login()}
      </Button>
      <FieldError id={id} error={error} />
    </div>
  )
}

/** Login of a family or mentor with a passkey instead of a code. */
export function PasskeyLogin({ login }: { login: Login }) {
  const { userType, next } = login
  if (userType === 'admin') return null
  const use = async () => {
    const outcome = await logInWithPasskey(userType)
    if ('words' in outcome) return outcome.words
    // A new document, because every part of the page knows the viewer.
    location.assign(outcome.data === null ? localHref('/login') : (next ?? localHref(`/dashboard/${userType}`)))
    return null
  }
  return <PasskeyButton id="passkey-login" use={use} />
}

type SecondFactorProps = { login: Login; hidden: Record<string, string>; problem: string | undefined }

/** A passkey instead of an admin's authenticator code. */
export function PasskeyFactor({ login, hidden, problem }: SecondFactorProps) {
  const use = async () => {
    const signed = await signWithPasskey()
    if ('words' in signed) return signed.words
    const next = login.next ? { next: login.next } : {}
    await login.submit(
      { ...hidden, ...next, intent: 'verify', scripts: '1', userType: 'admin', assertion: JSON.stringify(signed.data) },
      { method: 'post', action: login.action },
    )
    return null
  }
  return <PasskeyButton key={problem} id="passkey-factor" use={use} {...(problem && { problem })} />
}
