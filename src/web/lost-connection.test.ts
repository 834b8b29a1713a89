import { expect, test } from 'vitest'
import { orConnectionLost } from './lost-connection.ts'

test('a form that could not be sent is answered, and the page is not read again', async () => {
  const answer = await orConnectionLost(
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => ({ problem: 'no connection' }),
  )
  expect(answer).toMatchObject({ data: { problem: 'no connection' }, init: { status: 503 } })
})

test('answers and redirects of the server pass', async () => {
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
