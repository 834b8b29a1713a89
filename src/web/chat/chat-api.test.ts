import { expect, test, vi } from 'vitest'
import { createChatApi } from './chat-api.ts'

test('names the sender over socket and HTTP, in case the session changed meanwhile', async () => {
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
