import { useId, useState } from 'react'
import { otpDigits, otpMinutes } from '#contract/people/limits.ts'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { ConsentItems } from '../ui/consent-items.tsx'
import { Icon } from '../ui/icon.tsx'
import { OtpInput } from '../ui/otp-input.tsx'
import { useScripts } from '../ui/use-scripts.ts'
import type { LoginResult } from './log-in.server.ts'
import { LoginForm } from './login-form.tsx'
import { Resend } from './resend.tsx'
import type { Login } from './use-login.ts'

type AtCode = Extract<LoginResult, { step: 'code' }>

/** Second step: code of the message. The sixth digit submits it. */
export function CodeStep({ login, at, canGoBack = false }: { login: Login; at: AtCode; canGoBack?: boolean }) {
  const ready = useScripts()
  const [digits, setDigits] = useState('')
  const side = useId()
  const { phone, verificationId, notice } = at
  const agreed = notice && { 'consent.version': String(notice.version), 'consent.language': currentLocale() }
  const hidden = { phone, verificationId, ...agreed }
  const send = (otp: string) => {
    const next = login.next ? { next: login.next } : {}
    void login.submit(
      { ...hidden, ...next, intent: 'verify', scripts: '1', userType: login.userType, otp },
      { method: 'post', action: login.action },
    )
  }
  return (
    <div className="grid gap-5">
      <LoginForm login={login} id={side} hidden={hidden} className="hidden" />
      <div className="text-muted">
        <p>
          <SentTo phone={phone} />
        </p>
        {canGoBack && (
          <button
            type="submit"
            form={side}
            name="intent"
            value="back"
            className="text-link target inline-flex items-center"
            onClick={(event) => {
              event.preventDefault()
              login.goBack()
            }}
          >
            {m.login_change_number()}
          </button>
        )}
      </div>
      <LoginForm login={login} intent="verify" hidden={hidden}>
        <OtpInput
          key={verificationId}
          label={m.login_code()}
          error={at.error}
          answer={at}
          autoFocus
          onValue={setDigits}
          onComplete={send}
        />
        {notice && (
          <details className="text-small text-muted">
            <summary className="min-h-11 cursor-pointer content-center">{m.consent_login()}</summary>
            <ConsentItems items={notice.items} />
          </details>
        )}
        <Resend key={`${verificationId}-resend`} seconds={at.resendSeconds} form={side} busy={login.isSending} />
        <Button
          type="submit"
          wide
          disabled={ready && digits.length < otpDigits}
          loading={login.isVerifying}
          loadingText={m.login_verifying()}
        >
          {m.login_button()}
        </Button>
      </LoginForm>
      <p className="flex gap-3 text-small text-muted">
        <Icon name="lock" size={20} className="flex-none" />
        {m.login_safety()}
      </p>
    </div>
  )
}

function SentTo({ phone }: { phone: string }) {
  const [before, after] = m.login_sent_to({ phone: '|', minutes: otpMinutes }).split('|')
  return (
    <>
      {before}
      <b className="whitespace-nowrap text-ink tabular-nums">
        <span aria-hidden="true">•••••• </span>
        <span className="sr-only">{m.login_ending()} </span>
        {phone.slice(-4)}
      </b>
      {after}
    </>
  )
}
