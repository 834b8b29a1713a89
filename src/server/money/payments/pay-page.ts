import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { brand } from '#contract/wire/brand.ts'
import { errorText, type Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { orderById } from '#server/money/orders/orders.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError, languageOf } from '#server/platform/errors.ts'
import { rupeeText } from '#server/providers/plain-page.ts'
import { checkoutOf } from './checkouts.ts'
import { saveEvent } from './queries.ts'

const labels = {
  en: { title: 'Payment', back: 'Go back and try again', leave: 'Go back without paying' },
  hi: { title: 'भुगतान', back: 'वापस जाकर फिर कोशिश करें', leave: 'बिना भुगतान किए वापस जाएँ' },
}

type Request = FastifyRequest<{ Params: { orderId: string }; Querystring: { lang?: string } }>

/** Language of the payer's page, taken from the address because a gateway's form cannot send it. */
const pageLanguage = (request: Request): Language => (request.query.lang === 'hi' ? 'hi' : languageOf(request))
const statusPath = (orderId: string, language: Language) =>
  `${language === 'hi' ? '/hi' : ''}/payment-status?order_id=${orderId}`

/**
 * Opens the gateway's checkout for an order of this session, and receives the payer's return. The only page with
 * third-party scripts. Mounted only with a real gateway.
 */
export function payPage(app: FastifyInstance, { config, db, payments, queue }: Context): void {
  app.get('/pay/:orderId', async (request: Request, reply) => {
    const orderId = z.uuid().safeParse(request.params.orderId).data
    const order = orderId ? await orderById(db, orderId) : null
    if (!request.viewer) return reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 303)
    if (!order || order.familyId !== request.viewer.familyId || !order.paymentSessionId)
      return reply.redirect('/dashboard/student', 303)
    const language = pageLanguage(request)
    const backPath = statusPath(order.id, language)
    const isOtherGateway = order.gateway !== payments.name
    if (order.status !== 'created' || order.overdue || isOtherGateway) return reply.redirect(backPath, 303)
    const nonce = randomBytes(16).toString('base64')
    const { publicUrl } = config
    const checkout = checkoutOf(config, {
      order: { ...order, paymentSessionId: order.paymentSessionId },
      phone: request.viewer.phone,
      language,
      backUrl: publicUrl + backPath,
      nonce,
      publicUrl,
    })
    if (!checkout) return reply.redirect(backPath, 303)
    const policy = [
      "default-src 'none'",
      ...checkout.policy,
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ')
    const text = labels[language]
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policy)
      .send(`<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text.title}</title><style>${style}</style>
<main><h1>${language === 'hi' ? brand.nameHi : brand.name}</h1><p>${order.number} · <b>${rupeeText(order.amountPaise)}</b></p>
<p id="failed" role="alert" hidden>${errorText('payment-start-failed', language)}. <a href="${backPath}">${text.back}</a></p>
${checkout.body}
<p><a href="${backPath}">${text.leave}</a></p></main></html>`)
  })

  // The checkout posts cross-site without our cookies: redirect the payer and queue a status check.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    scope.post('/pay/:orderId', { config: { signed: true } }, async (request: Request, reply) => {
      const orderId = z.uuid().safeParse(request.params.orderId).data
      const order = orderId ? await orderById(db, orderId) : null
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      if (!order?.paymentSessionId) throw new AppError('not-found')
      const paid = payments.readReturn({ paymentSessionId: order.paymentSessionId }, form)
      if (paid === 'not-genuine') throw new AppError('not-allowed')
      if (paid !== 'unsigned') {
        const eventKey = `return:${order.id}:${paid.paymentId}`
        const event = { gateway: payments.name, eventKey, kind: 'return', body: paid.paymentId }
        await transaction(db, async (tx) => {
          if (await saveEvent(tx, event)) await queue.send(tx, 'payments.sync', { orderId: order.id })
        })
      }
      return reply.redirect(statusPath(order.id, pageLanguage(request)), 303)
    })
  })
}

const style = `body{font:18px/1.5 system-ui,sans-serif;text-align:center;margin:20vh 1rem;color:#20273D;background:#F6F7F4}
button{font:inherit;font-weight:600;min-height:48px;padding:0 1.5rem;border:0;border-radius:10px;background:#1D3F96;color:#fff}
a{color:#1D3F96;display:inline-block;padding:.6rem}`
