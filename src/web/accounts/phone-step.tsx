import { type ClipboardEvent, useEffect, useRef } from 'react'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { LocalLink } from '../ui/link.tsx'
import { LoginForm } from './login-form.tsx'
import type { Login } from './use-login.ts'

const phoneDigits = 10

/** Ten digits of a typed or pasted number, without spaces, dashes, +91 or a leading 0. */
function nationalDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  const national = digits.length > phoneDigits ? digits.replace(/^(91|0)(?=\d{10}$)/, '') : digits
  return national.slice(0, phoneDigits)
}

/** First step: phone number. */
export function PhoneStep({ login, help }: { login: Login; help?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const { phone, setPhone, shown, isBack } = login
  // Adopt input typed before hydration.
  useEffect(() => {
    const typed = nationalDigits(input.current?.value ?? '')
    if (typed !== '') setPhone(typed)
  }, [setPhone])
  useEffect(() => {
    if (isBack) input.current?.focus()
  }, [isBack])
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    setPhone(nationalDigits(event.clipboardData.getData('text')))
  }
  return (
    <LoginForm login={login} intent="send">
      <TextField
        ref={input}
        data-first
        label={m.login_phone()}
        help={help ?? (login.userType === 'student' ? m.login_phone_help_student() : m.login_phone_help())}
        error={shown?.step === 'phone' ? shown.error : undefined}
        prefix="+91"
        name="phone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={phoneDigits}
        placeholder={m.login_phone_placeholder()}
        required
        value={phone}
        onChange={(event) => setPhone(nationalDigits(event.currentTarget.value))}
        onPaste={paste}
        className="tabular-nums"
      />
      <Button type="submit" wide loading={login.isSending} loadingText={m.login_sending()}>
        {m.login_send_otp()}
      </Button>
    </LoginForm>
  )
}

/** Terms of the login; links open in a new tab to keep the form. */
export function LoginTerms({ className = 'text-center' }: { className?: string }) {
  const [before, between, after] = m.login_accept({ terms: '|', privacy: '|' }).split('|')
  return (
    <p className={`text-small text-muted ${className}`}>
      {before}
      <LocalLink to="/terms-conditions" target="_blank" className="text-primary underline underline-offset-4">
        {m.login_terms()}
      </LocalLink>
      {between}
      <LocalLink
        to="/privacy-policy"
        target="_blank"
        className="whitespace-nowrap text-primary underline underline-offset-4"
      >
        {m.login_privacy()}
      </LocalLink>
      {after}
    </p>
  )
}
