import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { languageOf } from '#server/platform/errors.ts'
import type { State } from './gauges.ts'

type Part = 'works' | 'slow' | 'away' | 'payments' | 'sms'

/** A job that waits longer is late. */
const lateSeconds = 300

const texts: Record<Language, Record<Part | 'title' | 'other', readonly [string, string]>> = {
  en: {
    title: ['Status', 'Reload the page to see the latest.'],
    other: ['हिन्दी', 'hi'],
    works: ['Everything works', 'No problems with the site, payments or messages.'],
    slow: ['The site is slow', 'Pages take longer than usual. Please try again in a few minutes.'],
    away: [
      'Parts of the site are unavailable',
      'You can read public pages. Logging in, booking and paying have to wait. Please try again later.',
    ],
    payments: [
      'Payments are delayed',
      'It may take longer to confirm a payment. If your money was deducted, please don’t pay again.',
    ],
    sms: [
      'SMS are delayed',
      'Login codes and messages may arrive late. Please wait a minute before you request another code.',
    ],
  },
  hi: {
    title: ['स्थिति', 'ताज़ा हाल देखने के लिए पेज फिर से खोलें।'],
    other: ['English', 'en'],
    works: ['सब ठीक चल रहा है', 'साइट, भुगतान और मैसेज में कोई दिक्कत नहीं है।'],
    slow: ['साइट धीमी है', 'पेज खुलने में ज़्यादा समय लग रहा है। कुछ मिनट बाद फिर कोशिश करें।'],
    away: [
      'साइट के कुछ हिस्से अभी नहीं खुल रहे',
      'साइट के बाक़ी पेज आप पढ़ सकते हैं। लॉगिन, बुकिंग और भुगतान अभी नहीं हो पाएँगे। थोड़ी देर बाद फिर कोशिश करें।',
    ],
    payments: ['भुगतान में देरी हो रही है', 'भुगतान पक्का होने में समय लग सकता है। पैसे कट गए हों तो दोबारा भुगतान न करें।'],
    sms: ['SMS में देरी हो रही है', 'लॉगिन कोड और मैसेज देर से आ सकते हैं। नया कोड माँगने से पहले एक मिनट रुकें।'],
  },
}

// The colours of the pages (src/web/tokens.css).
const style = `:root{color-scheme:light dark}
body{margin:0;background:light-dark(#f6f7f4,#11151f);color:light-dark(#15234d,#ede9df);font:1.0625rem/1.6 Mukta,"Noto Sans Devanagari",system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:2rem 1rem}
section{background:light-dark(#fff,#1a202e);border:1px solid light-dark(#d6dce1,#323b50);border-radius:12px;padding:1rem 1.25rem;margin:1rem 0}
h1{font-size:1.375rem}h2{font-size:1.1875rem;margin:0}
.works h2{color:light-dark(#1a7548,#74d3a0)}.away h2{color:light-dark(#b3261e,#ffa199)}:is(.slow,.payments,.sms) h2{color:light-dark(#844600,#f3be74)}
p{margin:.25rem 0;color:light-dark(#555c72,#a8afc3)}nav{display:flex;gap:1.5rem}a{color:light-dark(#1d3f96,#a9c3ff);padding:.625rem 0}`
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** What a visitor should know, the worst first. */
function partsOf({ database, overload }: Pick<Context, 'database' | 'overload'>, state: State | null): Part[] {
  if (database.isAway() || !database.canWrite()) return ['away']
  if (!state) return ['slow']
  const isFailing = (name: string) => state.failing.includes(name)
  const isLate = (jobs: RegExp) =>
    state.waiting.some(({ name, oldestSeconds }) => jobs.test(name) && oldestSeconds > lateSeconds)
  const parts: Part[] = [
    ...(overload.overload() ? (['slow'] as const) : []),
    ...(isFailing('payments') || isLate(/^(payments|refunds)\./) ? (['payments'] as const) : []),
    ...(isFailing('sms') || isFailing('codes') || isLate(/^messages\./) ? (['sms'] as const) : []),
  ]
  return parts.length > 0 ? parts : ['works']
}

function pageOf(parts: readonly Part[], language: Language): string {
  const text = texts[language]
  const name = language === 'hi' ? brand.nameHi : brand.name
  const sections = parts.map(
    (part) => `<section class="${part}"><h2>${text[part][0]}</h2><p>${text[part][1]}</p></section>`,
  )
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${text.title[0]} - ${name}</title><style>${style}</style></head>
<body><main><h1>${name}: ${text.title[0]}</h1>${sections.join('')}<p>${text.title[1]}</p>
<nav><a href="${language === 'hi' ? '/hi' : '/'}">${name}</a><a href="/status?lang=${text.other[1]}" lang="${text.other[1]}" hreflang="${text.other[1]}">${text.other[0]}</a></nav></main></body></html>`
}

type Request = FastifyRequest<{ Querystring: { lang?: unknown } }>
const pageLanguage = (request: Request): Language =>
  request.query.lang === 'hi' ? 'hi' : request.query.lang === 'en' ? 'en' : languageOf(request)

/** A public page that says whether the site works; it needs neither the database nor the pages. */
export function statusPage(
  app: FastifyInstance,
  context: Pick<Context, 'database' | 'overload'>,
  read: () => Promise<State | null>,
): void {
  app.get('/status', async (request: Request, reply) =>
    reply
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .headers({ 'content-security-policy': policy, vary: 'accept-language' })
      .send(pageOf(partsOf(context, await read()), pageLanguage(request))),
  )
}
