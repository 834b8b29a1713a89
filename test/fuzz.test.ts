import { expect, test } from 'vitest'
import { makePair, openSocket } from './chat-windows.ts'
import { fuzz } from './fuzz.ts'
import { liveEvents } from './fuzz-calls.ts'
import { unmatched } from './fuzz-values.ts'
import { fuzzWebhooks } from './fuzz-webhooks.ts'
import { sized } from './rounds.ts'
import { testApp } from './test-app.ts'

// 200,000 in `npm run fuzz`.
const requests = Number(process.env.FUZZ_REQUESTS ?? sized(1_000, 5_000))

test(
  `no endpoint or live event fails, hangs or leaks with ${requests} random requests`,
  async () => {
    const startedAt = performance.now()
    const faults = await fuzz({ requests, seed: Number(process.env.TEST_SEED) })
    console.log(`${Math.round(requests / ((performance.now() - startedAt) / 1000))} random requests a second.`)
    expect(faults).toEqual([])
    expect([...unmatched], 'fields without a valid value in fuzz-values.ts').toEqual([])
  },
  60_000 + requests * 100,
)

test.each(['cashfree', 'razorpay'] as const)(
  'webhooks of %s are refused unless they are genuine, whatever is in them',
  async (name) => {
    const { faults, stored, status } = await fuzzWebhooks(name, requests / 10, Number(process.env.TEST_SEED))
    expect(faults).toEqual([])
    expect([stored > 0, status]).toEqual([true, 'created'])
  },
  60_000 + requests * 10,
)

test('every live event of the server is sent', async () => {
  const app = await testApp({ listen: true })
  const { family } = await makePair(app)
  await openSocket(app, family)
  const [window] = app.context.realtime.io.of('/').sockets.values()
  // Socket.IO's own.
  const events = window?.eventNames().filter((name) => name !== 'disconnect' && name !== 'error')
  expect(events?.toSorted()).toEqual(Object.keys(liveEvents).toSorted())
  await app.stop()
})
