import fc from 'fast-check'
import { sql } from 'kysely'
import { makeMentor, newPhone, payByFiles } from './builders.ts'
import { startCashfree } from './gateway-cashfree.ts'
import { startRazorpay } from './gateway-razorpay.ts'
import { testApp } from './test-app.ts'

export const webhookGateways = { cashfree: startCashfree, razorpay: startRazorpay }

type Notice = { path: string[]; value: unknown; tail: string }
type Signature = 'right' | 'missing' | 'cut' | 'of other bytes' | 'of another secret' | 'twice' | 'random'
const signatures: Signature[] = ['missing', 'cut', 'of other bytes', 'of another secret', 'twice', 'random']

/** A value at a random place of a notice, which is sometimes followed by other bytes. */
const notice: fc.Arbitrary<Notice> = fc.record({
  path: fc.array(fc.constantFrom('data', 'payload', 'order', 'payment', 'refund', 'entity', 'type', 'event', 'id'), {
    maxLength: 4,
  }),
  value: fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constantFrom('\u0000', -1, 1e300, '__proto__')),
  tail: fc.constantFrom('', '', '', ' ', '\u0000', '}', '{"a":1}'),
})

function withValue(raw: string, { path, value, tail }: Notice): string {
  const whole = JSON.parse(raw)
  let at = whole
  const names = path.filter((name) => {
    if (typeof at?.[name] !== 'object' || at[name] === null) return true
    at = at[name]
    return false
  })
  const name = names[0] ?? Object.keys(at).at(-1) ?? 'type'
  at[name] = value
  return JSON.stringify(whole) + tail
}

/** Sends random notices about a real order, genuine and forged. @returns one line for each fault */
export async function fuzzWebhooks(name: keyof typeof webhookGateways, requests: number, seed: number) {
  const gateway = await webhookGateways[name]()
  const app = await testApp({ variables: gateway.variables, mayFail: true })
  try {
    await payByFiles(app.db)
    const family = await app.login(newPhone(), 'student')
    const mentorId = (await makeMentor(app.db)).id
    const order: string = (await family.post('/api/payment/create-order', { amount: 99, mentorId })).body.order_id
    const events = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from payment_event`.execute(app.db)).rows[0]?.n ?? 0
    const headersOf = (raw: string, signature: Signature): Record<string, string | string[]> => {
      const right = gateway.sign(raw, new Date())
      const change = (to: (value: string) => string | string[]) =>
        Object.fromEntries(Object.entries(right).map(([header, value]) => [header, to(value)]))
      if (signature === 'right') return right
      if (signature === 'of other bytes') return gateway.sign(`${raw} `, new Date())
      if (signature === 'of another secret') return gateway.sign(raw, new Date(), 'another secret')
      if (signature === 'missing') return {}
      if (signature === 'twice') return change((value) => [value, value])
      return change((value) => (signature === 'cut' ? value.slice(0, -1) : 'é0'.repeat(value.length)))
    }
    const faults: string[] = []
    const one = fc.tuple(notice, fc.constantFrom<Signature>('right', ...signatures), fc.nat(9))
    for (const [given, signature, payment] of fc.sample(one, { numRuns: requests, seed })) {
      const raw = withValue(gateway.paymentNotice(order, String(payment)), given)
      const before = await events()
      const reply = await app.app.inject({
        method: 'POST',
        url: '/api/payment/webhook',
        payload: raw,
        headers: { 'content-type': 'application/json', ...headersOf(raw, signature) },
        remoteAddress: `10.9.${payment}.${faults.length % 250}`,
      })
      const isNew = (await events()) > before
      // A genuine notice may be too old, which its random time can make it.
      const allowed = signature === 'right' ? [200, 403] : [403]
      if (!allowed.includes(reply.statusCode) || (reply.statusCode === 403 && isNew))
        faults.push(`${signature} ${reply.statusCode} ${isNew ? 'stored ' : ''}${raw}`)
    }
    // Genuine notices name the order; none of them changes it without asking the gateway.
    const { status } = (await family.get(`/api/payment/order/${order}`)).body.data
    return { faults, stored: await events(), status }
  } finally {
    await app.stop()
    await gateway.stop()
  }
}
