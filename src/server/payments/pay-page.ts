import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { errorWords } from '#contract/errors.ts'
import type { Parts } from '#server/app.ts'
import { languageOf } from '#server/platform/errors.ts'
import { orderById } from './queries.ts'

/** Cashfree's hosts a checkout needs, and nobody else's: this is the only page with a script that is not ours. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' https://sdk.cashfree.com`,
    'connect-src https://api.cashfree.com https://sandbox.cashfree.com',
    'frame-src https://sdk.cashfree.com https://api.cashfree.com https://sandbox.cashfree.com https://payments.cashfree.com https://payments-test.cashfree.com',
    'form-action https://api.cashfree.com https://sandbox.cashfree.com https://payments.cashfree.com https://payments-test.cashfree.com',
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const words = {
  en: { title: 'Payment', wait: 'Opening the payment page …', back: 'Go back and try again' },
  hi: { title: 'भुगतान', wait: 'भुगतान का पेज खुल रहा है …', back: 'वापस जाकर फिर कोशिश करें' },
}

/** Opens the gateway's checkout for an order of this session, in the same window. Mounted only with a real gateway. */
export function payPage(app: FastifyInstance, { config, db }: Parts): void {
  app.get<{ Params: { orderId: string } }>('/pay/:orderId', async (request, reply) => {
    const orderId = z.uuid().safeParse(request.params.orderId).data
    const order = orderId ? await orderById(db, orderId) : null
    if (!request.viewer) return reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 303)
    if (!order || order.familyId !== request.viewer.familyId || !order.paymentSessionId)
      return reply.redirect('/dashboard/student', 303)
    if (order.status !== 'created' || order.overdue) return reply.redirect(`/payment-status?order_id=${order.id}`, 303)
    const language = languageOf(request)
    const text = words[language]
    const nonce = randomBytes(16).toString('base64')
    const mode = config.cashfree?.baseUrl.includes('sandbox') ? 'sandbox' : 'production'
    const given = JSON.stringify({ mode, session: order.paymentSessionId }).replaceAll('<', '\\u003c')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy(nonce))
      .send(`<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text.title}</title><style>body{font:18px/1.5 system-ui,sans-serif;text-align:center;margin:20vh 1rem}</style>
<p id="wait" role="status">${text.wait}</p>
<p id="failed" role="alert" hidden>${errorWords('payment-start-failed', language)}. <a href="/payment-status?order_id=${order.id}">${text.back}</a></p>
<script nonce="${nonce}" src="https://sdk.cashfree.com/js/v3/cashfree.js"></script>
<script nonce="${nonce}">
const given = ${given}
const fail = () => { document.getElementById('wait').hidden = true; document.getElementById('failed').hidden = false }
try {
  Cashfree({ mode: given.mode }).checkout({ paymentSessionId: given.session, redirectTarget: '_self' }).then((done) => { if (done && done.error) fail() }, fail)
} catch { fail() }
</script></html>`)
  })
}
