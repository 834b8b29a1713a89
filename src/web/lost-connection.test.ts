import { expect, test } from 'vitest'
import { orConnectionLost } from './lost-connection.ts'

test('answers a form that could not be sent without revalidation', async () => {
  const answer = await orConnectionLost(
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => ({ problem: 'no connection' }),
  )
  expect(answer).toMatchObject({ data: { problem: 'no connection' }, init: { status: 503 } })
})

test('passes replies and redirects of the server through', async () => {
  const away = new Response(null, { status: 303 })
  expect(
    await orConnectionLost(
      async () => 'done',
      () => 'lost',
    ),
  ).toBe('done')
  await expect(
    orConnectionLost(
      () => Promise.reject(away),
      () => 'lost',
    ),
  ).rejects.toBe(away)
})
