import type { Config } from '#server/config.ts'
import { gatewayCalls, type Send } from '#server/providers/payments/gateway-calls.ts'
import type { BankCheck } from './bank-checker.ts'
import { cashfreeBankCheck } from './cashfree.ts'

/** Public credentials, accepted by the stand-in only. */
export const sandboxKeys = { clientId: 'sandbox', clientSecret: 'cfsk_sandbox_secret' }

/**
 * The configured check of bank accounts. The stand-in has Cashfree's API under /sandbox/verification of this server.
 * @param injectRequest calls a path of this server
 */
export function createBankCheck({ bankCheck }: Config, injectRequest: Send, timeoutMs = 30_000): BankCheck {
  const send: Send = bankCheck
    ? (path, init) => fetch(bankCheck.baseUrl + path, init)
    : (path, init) => injectRequest(`/sandbox/verification${path}`, init)
  return cashfreeBankCheck(bankCheck ?? sandboxKeys, gatewayCalls('bank check', send, timeoutMs))
}
