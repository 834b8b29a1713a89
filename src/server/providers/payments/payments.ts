import type { Config } from '#server/config.ts'
import { createCashfree } from './cashfree.ts'
import { gatewayCalls, type Send } from './gateway-calls.ts'
import type { Payments } from './payment-gateway.ts'
import { createRazorpay } from './razorpay.ts'

/** Public credentials, accepted by the sandbox only. */
export const sandboxKeys = { clientId: 'sandbox', clientSecret: 'cfsk_sandbox_secret' }

/**
 * The configured gateway. The sandbox implements Cashfree's API under /sandbox/pg of this server and uses the same
 * adapter.
 * @param injectRequest calls a path of this server
 * @param timeoutMs limit for one call, including its retry
 */
export function createPayments(config: Config, injectRequest: Send, timeoutMs = 10_000): Payments {
  const fetchFrom =
    (baseUrl: string): Send =>
    (path, init) =>
      fetch(baseUrl + path, init)
  const payPage: Payments['checkoutPath'] = ({ orderId }, language) =>
    language === 'hi' ? `/pay/${orderId}?lang=hi` : `/pay/${orderId}`
  // A provider without an entry does not compile.
  const gateways: Record<Config['paymentProvider'], () => Payments> = {
    razorpay() {
      const options = configured(config.razorpay)
      const callsTo = (baseUrl: string) => gatewayCalls('razorpay', fetchFrom(baseUrl), timeoutMs)
      const { baseUrl } = options
      // Linked accounts are in the second version of the API.
      return createRazorpay(options, callsTo(baseUrl), callsTo(baseUrl.replace(/\/v1$/, '/v2')), payPage)
    },
    cashfree() {
      const options = { ...configured(config.cashfree), name: 'cashfree', publicUrl: config.publicUrl } as const
      return createCashfree(options, gatewayCalls('cashfree', fetchFrom(options.baseUrl), timeoutMs), payPage)
    },
    sandbox() {
      const send: Send = (path, init) => injectRequest(`/sandbox/pg${path}`, init)
      const options = { ...sandboxKeys, name: 'sandbox', publicUrl: config.publicUrl } as const
      const hostedPage: Payments['checkoutPath'] = ({ paymentSessionId }) => `/sandbox/checkout/${paymentSessionId}`
      return createCashfree(options, gatewayCalls('sandbox', send, timeoutMs), hostedPage)
    },
  }
  return gateways[config.paymentProvider]()
}

function configured<Options>(options: Options | null): Options {
  if (!options) throw new Error('the chosen payment provider is not configured')
  return options
}
