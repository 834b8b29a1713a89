import { expect, test, vi } from 'vitest'
import { chatWire } from './chat-wire.ts'

const socket = { connected: true, timeout: () => socket, emitWithAck: vi.fn(async () => ({ ok: true, data: {} })) }
vi.mock('../realtime.ts', () => ({ liveSocket: async () => socket }))

test('a message names its writer on both ways: the session may be somebody else’s by the time it goes out', async () => {
  const ask = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ data: {} }))
  const one = { clientId: 'c', message: 'Namaste', replyTo: null, file: null }
  const { send } = chatWire('family', 'mentor')
  await send(one)
  socket.connected = false
  await send(one)
  const given = { sender: 'family', receiver: 'mentor', message: 'Namaste', clientId: 'c' }
  expect(socket.emitWithAck).toHaveBeenCalledWith('send-message', given)
  expect(ask.mock.calls.map(([path, init]) => [path, JSON.parse(String(init?.body))])).toEqual([
    ['/api/chat/messages', given],
  ])
})
