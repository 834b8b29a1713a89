import { isIP } from 'node:net'
import type { Config } from './config-type.ts'

type Providers = Pick<Config, 'otpProvider' | 'smsProvider' | 'paymentProvider' | 'mailProvider'>

/** Whether a provider that reaches real people or moves real money is configured. */
export const isReal = (config: Providers): boolean =>
  config.otpProvider !== 'outbox' ||
  config.smsProvider !== 'outbox' ||
  config.paymentProvider !== 'sandbox' ||
  config.mailProvider !== 'outbox'

/** Whether a host name or address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    (isIP(name) === 4 && name.startsWith('127.'))
  )
}

const harmOf = {
  OTP_PROVIDER: 'outbox would let anybody read codes',
  SMS_PROVIDER: 'outbox would send no SMS',
  PAYMENT_PROVIDER: 'sandbox would let anybody pay with play money',
  BANK_CHECK_PROVIDER: 'sandbox would accept any bank account',
  MAIL_PROVIDER: 'outbox would send no mail',
}

/** What is wrong where others could reach a stand-in, or login codes of real people would be exposed. Skips `invalid` variables. */
export function standInProblems(
  config: Providers & Pick<Config, 'bankCheck' | 'allowSandbox' | 'host' | 'publicUrl' | 'role' | 'databaseUrl'>,
  invalid: ReadonlySet<string>,
): string[] {
  const { otpProvider, smsProvider } = config
  const isCodeKnown = !invalid.has('OTP_PROVIDER') && !invalid.has('SMS_PROVIDER')
  const exposed =
    isCodeKnown && otpProvider === 'outbox' && smsProvider !== 'outbox'
      ? [
          `OTP_PROVIDER is "outbox", where anybody can read codes, but SMS_PROVIDER=${smsProvider} writes to real people: set OTP_PROVIDER to msg91 or verifynow.`,
        ]
      : []
  const used = {
    OTP_PROVIDER: isCodeKnown && otpProvider === 'outbox',
    SMS_PROVIDER: smsProvider === 'outbox',
    PAYMENT_PROVIDER: config.paymentProvider === 'sandbox',
    BANK_CHECK_PROVIDER: config.bankCheck === null,
    MAIL_PROVIDER: config.mailProvider === 'outbox',
  }
  const names = Object.keys(used) as (keyof typeof used)[] // safe: the keys of a literal
  const harms = names
    .filter((name) => used[name] && !invalid.has(name))
    .map((name) => `${name}=${harmOf[name]}`)
    .join(', ')
  if (!harms || config.allowSandbox || invalid.has('ALLOW_SANDBOX')) return exposed
  const why = `${harms}: use a real provider, or set ALLOW_SANDBOX=1.`
  return [
    ...exposed,
    // One process with other providers than the rest would send nothing.
    ...(config.role === 'all' || !config.databaseUrl
      ? []
      : [`ROLE is "${config.role}", for one of several processes, and ${why}`]),
    ...(isLoopback(config.host) ? [] : [`HOST is "${config.host}", which others can reach, and ${why}`]),
    ...(isLoopback(new URL(config.publicUrl).hostname)
      ? []
      : [`PUBLIC_URL is "${config.publicUrl}", a public address, and ${why}`]),
  ]
}
