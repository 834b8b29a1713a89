import type { FastifyReply } from 'fastify'

/** Escapes text for HTML. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Formats paise as ₹1,500 or ₹1,500.50. */
export const rupeeText = (amountPaise: number) =>
  `₹${(amountPaise / 100).toLocaleString('en-IN', { minimumFractionDigits: amountPaise % 100 === 0 ? 0 : 2 })}`

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#20273D;background:#F6F7F4}
h1{font-size:1.6rem}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.5rem;border-bottom:1px solid #D6DCE1;vertical-align:top}
button{font:inherit;min-height:48px;padding:0 1.25rem;margin:0 .5rem .75rem 0;border:1.5px solid #1D3F96;border-radius:10px;background:#fff;color:#1D3F96}
button.main{background:#1D3F96;color:#fff}`

/** Sends a stand-in's page: plain HTML without scripts, under a policy that allows only its own style and forms. */
export function plainPage(reply: FastifyReply, title: string, body: string) {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    .send(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${style}</style><main>${body}</main></html>`)
}
