import { m } from '#messages'
import { Button, ButtonLink } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { OtpInput } from '../ui/otp-input.tsx'
import type { LoginResult } from './log-in.server.ts'
import { LoginForm } from './login-form.tsx'
import { PasskeyFactor } from './passkey-button.tsx'
import type { Login } from './use-login.ts'

type StepOf<Step extends LoginResult['step']> = Extract<LoginResult, { step: Step }>

/** Code of the authenticator app, or a recovery code. */
export function SecondFactor({ login, at }: { login: Login; at: StepOf<'totp'> }) {
  const { phone, verificationId, code, recoveryError, passkeyError } = at
  const hidden = { phone, verificationId, otp: code }
  return (
    <div className="grid gap-5">
      <LoginForm login={login} intent="verify" hidden={hidden}>
        <OtpInput
          key="totp"
          name="totp"
          label={m.login_totp()}
          error={at.error}
          answer={at}
          autoFocus={!recoveryError && !passkeyError}
        />
        <SubmitButton login={login} />
      </LoginForm>
      <PasskeyFactor login={login} hidden={hidden} problem={passkeyError} />
      <details open={recoveryError !== undefined}>
        <summary className="text-link flex min-h-11 items-center">{m.login_recovery_ask()}</summary>
        <LoginForm login={login} intent="verify" hidden={hidden} className="grid gap-4 pt-2">
          <TextField
            label={m.login_recovery()}
            help={m.login_recovery_help()}
            name="recovery"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={30}
            required
            error={recoveryError}
          />
          <Button type="submit" look="outline" loading={login.isVerifying} loadingText={m.login_verifying()}>
            {m.login_recovery_button()}
          </Button>
        </LoginForm>
      </details>
      <Button look="plain" onClick={login.goBack}>
        {m.login_change_number()}
      </Button>
    </div>
  )
}

/** First login of an admin: set up the authenticator and confirm it with a code. */
export function NewSecondFactor({ login, at }: { login: Login; at: StepOf<'enrol'> }) {
  const { phone, verificationId, code, secret, qr } = at
  return (
    <LoginForm login={login} intent="verify" hidden={{ phone, verificationId, otp: code, enrol: '1' }}>
      <h2 className="text-h3">{m.login_enrol_title()}</h2>
      <ol className="list-decimal space-y-4 pl-5">
        <li>{m.login_enrol_install()}</li>
        <li>
          {m.login_enrol_scan()}
          <img src={qr} alt={m.login_enrol_qr()} width={208} height={208} className="mt-3 rounded-cell bg-white p-2" />
          <p className="mt-3 text-small text-muted">{m.login_enrol_type()}</p>
          <p className="mt-1 font-semibold text-ink tabular-nums" translate="no">
            {secret.replace(/.{4}(?=.)/g, '$& ')}
          </p>
        </li>
        <li>{m.login_enrol_code()}</li>
      </ol>
      <OtpInput key="totp" name="totp" label={m.login_totp()} error={at.error} answer={at} />
      <SubmitButton login={login} />
    </LoginForm>
  )
}

/** Recovery codes for logging in without the phone, shown once. */
export function RecoveryCodes({ at }: { at: StepOf<'codes'> }) {
  return (
    <div className="grid gap-4">
      <h2 className="text-h3">{m.login_codes_title()}</h2>
      <p className="text-muted">{m.login_codes_text()}</p>
      <ul className="grid grid-cols-2 gap-2 rounded-cell bg-sunk p-4" translate="no">
        {at.codes.map((code) => (
          <li key={code} className="font-semibold text-ink tabular-nums">
            {code}
          </li>
        ))}
      </ul>
      <ButtonLink href={at.to}>{m.login_codes_done()}</ButtonLink>
    </div>
  )
}

function SubmitButton({ login }: { login: Login }) {
  return (
    <Button type="submit" wide loading={login.isVerifying} loadingText={m.login_verifying()}>
      {m.login_button()}
    </Button>
  )
}
