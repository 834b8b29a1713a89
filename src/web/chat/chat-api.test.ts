import { expect, test, vi } from 'vitest'
import { createChatApi } from './chat-api.ts'

test('a message names its writer on both ways: the session may be somebody else’s by the time it goes out', async () => {
  const given: unknown[] = []
  const ask = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    given.push(JSON.parse(String(init?.body)))
    return Response.json({ data: {} })
  })
  const noSocket = async (_: string, one: unknown) => {
    given.push(one)
    return null
  }
  const one = { clientId: 'c', message: 'Namaste', replyTo: null, file: null }
  await createChatApi('family', 'mentor', noSocket).send(one)
  ask.mockRestore()
  expect(given).toEqual(Array(2).fill({ sender: 'family', receiver: 'mentor', message: 'Namaste', clientId: 'c' }))
})
