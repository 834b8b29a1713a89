import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Config } from '#server/config.ts'
import type { Order } from '#server/money/orders/orders.ts'
import { escapeHtml, rupeeText } from '#server/providers/plain-page.ts'

/** Values the checkout page needs; `nonce` allows its scripts. */
type CheckoutInput = {
  order: Order & { paymentSessionId: string }
  phone: string
  language: Language
  /** Return address of the payer. */
  backUrl: string
  nonce: string
  publicUrl: string
}

/** One gateway's part of /pay: its content security policy and page body. */
export type Checkout = { policy: string[]; body: string }

const labels = {
  en: {
    wait: 'Opening the payment page …',
    noScript: 'Payment needs JavaScript. Turn it on, or open this page in another browser.',
    pay: 'Pay',
  },
  hi: {
    wait: 'भुगतान का पेज खुल रहा है …',
    noScript: 'भुगतान के लिए JavaScript ज़रूरी है। उसे चालू करें, या यह पेज दूसरे ब्राउज़र में खोलें।',
    pay: 'भुगतान करें',
  },
}

/** JSON for a script element; escapes `<` so that no tag can start in it. */
const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

function cashfreeCheckout({ baseUrl }: NonNullable<Config['cashfree']>, input: CheckoutInput): Checkout {
  const { order, language, nonce } = input
  const mode = baseUrl.includes('sandbox') ? 'sandbox' : 'production'
  const hosts = 'https://api.cashfree.com https://sandbox.cashfree.com'
  const pages = `${hosts} https://payments.cashfree.com https://payments-test.cashfree.com`
  return {
    policy: [
      `script-src 'nonce-${nonce}' https://sdk.cashfree.com`,
      `connect-src ${hosts}`,
      `frame-src https://sdk.cashfree.com ${pages}`,
      `form-action ${pages}`,
    ],
    body: `<noscript><p>${labels[language].noScript}</p></noscript>
<p id="wait" role="status" hidden>${labels[language].wait}</p>
<script nonce="${nonce}" src="https://sdk.cashfree.com/js/v3/cashfree.js"></script>
<script nonce="${nonce}">
const given = ${json({ mode, session: order.paymentSessionId })}
const show = (id, on) => { document.getElementById(id).hidden = !on }
const fail = () => { show('wait', false); show('failed', true) }
show('wait', true)
try {
  Cashfree({ mode: given.mode }).checkout({ paymentSessionId: given.session, redirectTarget: '_self' }).then((done) => { if (done && done.error) fail() }, fail)
} catch { fail() }
</script>`,
  }
}

/** Seconds left to pay; Razorpay's orders do not expire on their own. */
const secondsLeft = (order: Order) => Math.max(60, Math.floor((order.expiresAt.getTime() - Date.now()) / 1000))

function razorpayCheckout({ keyId }: NonNullable<Config['razorpay']>, input: CheckoutInput): Checkout {
  const { order, phone, language, backUrl, nonce, publicUrl } = input
  const name = language === 'hi' ? brand.nameHi : brand.name
  const callbackUrl = `${publicUrl}/pay/${order.id}${language === 'hi' ? '?lang=hi' : ''}`
  // Razorpay's documented form, for browsers in which its script does not run.
  const fields = {
    key_id: keyId,
    order_id: order.paymentSessionId,
    amount: String(order.amountPaise),
    currency: 'INR',
    name,
    description: order.number,
    'prefill[contact]': `+91${phone}`,
    'notes[order_id]': order.id,
    callback_url: callbackUrl,
    cancel_url: backUrl,
  }
  const options = {
    key: keyId,
    order_id: order.paymentSessionId,
    amount: order.amountPaise,
    currency: 'INR',
    name,
    description: order.number,
    prefill: { contact: `+91${phone}` },
    notes: { order_id: order.id },
    callback_url: callbackUrl,
    redirect: true,
    timeout: secondsLeft(order),
    config: {
      display: {
        language,
        blocks: { first: { name: 'UPI', instruments: [{ method: 'upi' }] } },
        sequence: ['block.first'],
        preferences: { show_default_blocks: true },
      },
    },
  }
  const hiddenField = ([field, value]: [string, string]) =>
    `<input type="hidden" name="${escapeHtml(field)}" value="${escapeHtml(value)}">`
  const razorpayHosts = 'https://*.razorpay.com'
  return {
    policy: [
      `script-src 'nonce-${nonce}' ${razorpayHosts}`,
      ...['connect-src', 'frame-src', 'font-src'].map((directive) => `${directive} ${razorpayHosts}`),
      `img-src ${razorpayHosts} data:`,
      // Its form redirects to banks, and Chrome applies form-action to redirects.
      "form-action 'self' https:",
    ],
    body: `<p id="wait" role="status" hidden>${labels[language].wait}</p>
<form id="form" method="post" action="https://api.razorpay.com/v1/checkout/embedded">${Object.entries(fields).map(hiddenField).join('')}
<button>${labels[language].pay} ${rupeeText(order.amountPaise)}</button></form>
<script nonce="${nonce}" src="https://checkout.razorpay.com/v1/checkout.js"></script>
<script nonce="${nonce}">
const show = (id, on) => { document.getElementById(id).hidden = !on }
const fail = () => { show('wait', false); show('form', true) }
try {
  const checkout = new Razorpay({ ...${json(options)}, modal: { ondismiss: () => location.assign(${json(backUrl)}) } })
  show('form', false)
  show('wait', true)
  checkout.open()
} catch { fail() }
</script>`,
  }
}

/** Checkout of the configured gateway; null for the sandbox, which has its own page. */
export function checkoutOf({ cashfree, razorpay }: Config, input: CheckoutInput): Checkout | null {
  if (razorpay) return razorpayCheckout(razorpay, input)
  return cashfree ? cashfreeCheckout(cashfree, input) : null
}
