import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Config } from '#server/config.ts'
import type { Order } from '#server/money/orders/orders.ts'
import { escapeHtml, rupeeText } from '#server/providers/plain-page.ts'

/** What the page needs to open a checkout: only scripts with this nonce run. */
type CheckoutInput = {
  order: Order & { paymentSessionId: string }
  phone: string
  language: Language
  /** Where the payer comes back to. */
  backUrl: string
  nonce: string
  publicUrl: string
}

/** One gateway's part of /pay: the hosts it may use, and nobody else's, and the page's inside. */
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

/** Data inside a script: no tag can begin in it. */
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

/** Seconds left to pay. Razorpay's orders do not end by themselves. */
const secondsLeft = (order: Order) => Math.max(60, Math.floor((order.expiresAt.getTime() - Date.now()) / 1000))

function razorpayCheckout({ keyId }: NonNullable<Config['razorpay']>, input: CheckoutInput): Checkout {
  const { order, phone, language, backUrl, nonce, publicUrl } = input
  const name = language === 'hi' ? brand.nameHi : brand.name
  const callbackUrl = `${publicUrl}/pay/${order.id}${language === 'hi' ? '?lang=hi' : ''}`
  // Their documented form: the same checkout on a page of theirs, for browsers in which the script does not run.
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
      // Banks are reached by redirects of their form, and Chrome counts those too.
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

/** The checkout of the gateway configured; null with the sandbox, which has a page of its own. */
export function checkoutOf({ cashfree, razorpay }: Config, input: CheckoutInput): Checkout | null {
  if (razorpay) return razorpayCheckout(razorpay, input)
  return cashfree ? cashfreeCheckout(cashfree, input) : null
}
