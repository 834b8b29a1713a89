import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { m } from '#messages'
import { CodeStep } from '../accounts/code-step.tsx'
import type { LoginResult } from '../accounts/log-in.server.ts'
import { writeLoginHints } from '../accounts/login-hints.ts'
import { LoginTerms, PhoneStep } from '../accounts/phone-step.tsx'
import { useLogin } from '../accounts/use-login.ts'
import { FieldError } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

type Props = { phone: string | null; login: LoginResult | undefined; error: string | undefined }

/** The mobile number, with verification by code if needed. */
export function PhoneField({ phone, login, error }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const before = useRef(phone)
  useEffect(() => {
    // Move focus here, because the code field is gone.
    if (before.current === null && phone !== null) row.current?.focus()
    before.current = phone
  }, [phone])
  if (phone === null) return <VerifyPhone login={login} error={error} />
  return (
    <div ref={row} tabIndex={-1} className="card flex items-center gap-3 outline-none">
      <Icon name="circle-check" size={24} className="flex-none text-tick" />
      <p>
        <span className="block text-muted text-small">{m.apply_phone_confirmed()}</span>
        <span className="font-semibold text-ink tabular-nums">+91 {phone}</span>
      </p>
    </div>
  )
}

function VerifyPhone({ login: result, error }: Omit<Props, 'phone'>) {
  const { pathname, search } = useLocation()
  const login = useLogin({ userType: 'mentor', action: pathname + search, given: result, onDone: writeLoginHints })
  const at = login.shown?.step === 'code' ? login.shown : null
  return (
    <section id="phone" tabIndex={-1} aria-labelledby="phone-title" className="card grid gap-4 outline-none">
      <div>
        <h2 id="phone-title" className="text-h3">
          {m.apply_phone_title()}
        </h2>
        <p className="mt-1 text-muted">
          {m.apply_phone_text()} <span className="kept-here">{m.apply_local_text()}</span>
        </p>
      </div>
      <FieldError id="phone-problem" error={error} />
      <div className="grid gap-4 lg:max-w-[360px]">
        {at ? <CodeStep login={login} at={at} canGoBack /> : <PhoneStep login={login} />}
      </div>
      {!at && <LoginTerms className="" />}
    </section>
  )
}
