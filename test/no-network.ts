import { isLoopback } from '#server/config.ts'

// A test that talks to the world is slow one day and red the next.
const original = globalThis.fetch
const guardedFetch: typeof fetch = async (input, init) => {
  const address = new URL(input instanceof Request ? input.url : input)
  if (!isLoopback(address.hostname)) throw new Error(`This test tried to reach ${address.host}`)
  return await original(input, init)
}
// Read again for each file of a worker.
if (original.name !== guardedFetch.name) globalThis.fetch = guardedFetch
