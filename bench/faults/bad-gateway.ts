import type { Fault } from '#test/gateway-faults.ts'
import { buying } from './buying.ts'
import { refunding } from './refunding.ts'
import type { Stage } from './stage.ts'
import { faultsAfter, type Story } from './story.ts'

/** Refusals people may see meanwhile. */
const expectedRefusals = ['payment-start-failed', 'idempotency-busy']

const html = { reply: { status: 200, body: '<h1>Maintenance</h1>' } }
const broken = { reply: { status: 500, body: { message: 'internal', code: 'api_error', type: 'api_error' } } }
const tooMany = { reply: { status: 429, body: {}, headers: { 'retry-after': '1' } } }
const otherMoney = { lies: (text: string) => text.replaceAll('"INR"', '"USD"') }
const otherSum = { lies: (text: string) => text.replaceAll(/_amount":\d+/g, '_amount":1') }
const otherOrder = { lies: (text: string) => text.replaceAll(/"order_id":"[^"]+"/g, '"order_id":"another"') }

/** What goes wrong at the gateway. */
export const gatewayFaults: [what: string, fault: Fault][] = [
  ['never replies', { hangs: 'before' }],
  ['does the work, then never replies', { hangs: 'after' }],
  ['drops the connection', { cuts: 'before' }],
  ['does the work, then drops the connection', { cuts: 'after' }],
  ['replies with HTML', html],
  ['replies 500', broken],
  ['replies 429', tooMany],
  ['replies with another currency', otherMoney],
  ['replies with another amount', otherSum],
  ['replies with another order', otherOrder],
]

export type Trial = { what: string; faults: string[] }

/** Applies one gateway fault to each kind of call in turn; the purchase and the refund must still end correctly. */
export async function runGatewayFault(stage: Stage, [what, fault]: (typeof gatewayFaults)[number]): Promise<Trial> {
  await stage.up()
  const faults: string[] = []
  async function runOutage(story: Story, calls: string[]): Promise<void> {
    const run = await story.begin(stage, 0)
    stage.begin(true)
    for (const call of calls) stage.gateway.plan(call, fault)
    await run.go().catch((error: unknown) => void faults.push(error instanceof Error ? error.message : String(error)))
    const unexpected = stage.refusals().filter((code) => !expectedRefusals.includes(code))
    if (stage.gateway.unmet() > 0) faults.push(`${stage.gateway.unmet()} planned faults never occurred`)
    faults.push(...unexpected.map((code) => `unexpected refusal ${code}`), ...(await faultsAfter(stage, run)))
  }
  await runOutage(buying, ['POST /orders', 'GET /orders'])
  await runOutage(refunding, ['POST /orders/', 'GET /orders'])
  return { what, faults }
}
