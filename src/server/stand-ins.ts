import { isIP } from 'node:net'
import type { Config } from './config-type.ts'
import { StartError } from './start-error.ts'

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

/**
 * Restricts stand-ins to one machine.
 * @throws StartError if others could reach one, or if login codes of real people would be exposed
 */
export function refuseStandIns(
  config: Providers & Pick<Config, 'bankCheck' | 'allowSandbox' | 'host' | 'publicUrl'>,
): void {
  if (config.otpProvider === 'outbox' && config.smsProvider !== 'outbox') {
    throw new StartError(
      `OTP_PROVIDER is "outbox", where anybody can read codes, but SMS_PROVIDER=${config.smsProvider} writes to real people: set OTP_PROVIDER to msg91 or verifynow.`,
    )
  }
  const harms = [
    ...(config.otpProvider === 'outbox' ? ['OTP_PROVIDER=outbox would let anybody read codes'] : []),
    ...(config.smsProvider === 'outbox' ? ['SMS_PROVIDER=outbox would send no SMS'] : []),
    ...(config.paymentProvider === 'sandbox' ? ['PAYMENT_PROVIDER=sandbox would let anybody pay with play money'] : []),
    ...(config.bankCheck === null ? ['BANK_CHECK_PROVIDER=sandbox would accept any bank account'] : []),
    ...(config.mailProvider === 'outbox' ? ['MAIL_PROVIDER=outbox would send no mail'] : []),
  ].join(', ')
  if (!harms || config.allowSandbox) return
  const why = `${harms}: use a real provider, or set ALLOW_SANDBOX=1.`
  if (!isLoopback(config.host)) {
    throw new StartError(`HOST is "${config.host}", which others can reach, and ${why}`)
  }
  if (!isLoopback(new URL(config.publicUrl).hostname)) {
    throw new StartError(`PUBLIC_URL is "${config.publicUrl}", a public address, and ${why}`)
  }
}
