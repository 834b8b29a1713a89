import { useEffect, useState } from 'react'
import { m } from '#messages'
import { Spinner } from '../ui/spinner.tsx'
import { useScripts } from '../ui/use-scripts.ts'

/** Button to request another code after `seconds`; `form` is the id of the requesting form. */
export function Resend({ seconds, form, busy }: { seconds: number; form: string; busy: boolean }) {
  const ready = useScripts()
  // A wrong code re-renders with 0 seconds, but does not shorten the wait.
  const [total] = useState(seconds)
  const [left, setLeft] = useState(total)
  useEffect(() => {
    const end = Date.now() + total * 1000
    const clock = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(now)
      if (now === 0) clearInterval(clock)
    }, 250)
    return () => clearInterval(clock)
  }, [total])
  const waiting = ready && left > 0
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="text-small text-muted tabular-nums">
        {waiting && m.login_resend_in({ time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })}
      </span>
      <button
        type="submit"
        form={form}
        name="intent"
        value="send"
        disabled={waiting || busy}
        className="target inline-flex items-center gap-2 font-semibold text-primary hover:underline disabled:text-muted disabled:no-underline"
      >
        {busy && <Spinner />}
        {busy ? m.login_sending() : m.login_resend()}
      </button>
    </div>
  )
}
