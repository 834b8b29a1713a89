import type { Fault } from '#test/gateway-faults.ts'
import { buying } from './buying.ts'
import { refunding } from './refunding.ts'
import type { Stage } from './stage.ts'
import { faultsAfter, type Story } from './story.ts'

/** What people may be told meanwhile. */
const polite = ['payment-start-failed', 'idempotency-busy']

const html = { told: { status: 200, body: '<h1>Maintenance</h1>' } }
const broken = { told: { status: 500, body: { message: 'internal', code: 'api_error', type: 'api_error' } } }
const tooMany = { told: { status: 429, body: {}, headers: { 'retry-after': '1' } } }
const otherMoney = { lies: (text: string) => text.replaceAll('"INR"', '"USD"') }
const otherSum = { lies: (text: string) => text.replaceAll(/_amount":\d+/g, '_amount":1') }
const otherOrder = { lies: (text: string) => text.replaceAll(/"order_id":"[^"]+"/g, '"order_id":"another"') }

/** What it does, and how. */
export const gatewayFaults: [what: string, fault: Fault][] = [
  ['it never answers', { hangs: 'before' }],
  ['it does it and never answers', { hangs: 'after' }],
  ['it cuts the line', { cuts: 'before' }],
  ['it does it and cuts the line', { cuts: 'after' }],
  ['it answers HTML', html],
  ['it answers 500', broken],
  ['it answers 429', tooMany],
  ['it answers in another currency', otherMoney],
  ['it answers about another sum', otherSum],
  ['it answers about another order', otherOrder],
]

export type Trial = { what: string; faults: string[] }

/** One fault of the gateway, at each of its calls in turn: what was bought and given back is right in the end. */
export async function endureGateway(stage: Stage, [what, fault]: (typeof gatewayFaults)[number]): Promise<Trial> {
  await stage.up()
  const faults: string[] = []
  async function endure(story: Story, calls: string[]): Promise<void> {
    const telling = await story.begin(stage, 0)
    stage.begin(true)
    for (const call of calls) stage.gateway.plan(call, fault)
    await telling
      .go()
      .catch((error: unknown) => void faults.push(error instanceof Error ? error.message : String(error)))
    const rude = stage.refusals().filter((code) => !polite.includes(code))
    if (stage.gateway.unmet() > 0) faults.push(`${stage.gateway.unmet()} of its faults were never met`)
    faults.push(...rude.map((code) => `somebody was answered ${code}`), ...(await faultsAfter(stage, telling)))
  }
  await endure(buying, ['POST /orders', 'GET /orders'])
  await endure(refunding, ['POST /orders/', 'GET /orders'])
  return { what, faults }
}
