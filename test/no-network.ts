import { isLoopback } from '#server/config.ts'

// Tests that use the network are slow and unreliable.
const original = globalThis.fetch
const guardedFetch: typeof fetch = async (input, init) => {
  const address = new URL(input instanceof Request ? input.url : input)
  if (!isLoopback(address.hostname)) throw new Error(`Network access is blocked in tests: ${address.host}`)
  return await original(input, init)
}
// Runs again for each file of a worker.
if (original.name !== guardedFetch.name) globalThis.fetch = guardedFetch
