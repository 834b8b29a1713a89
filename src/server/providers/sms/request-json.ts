import { parseJson } from '#server/providers/payments/gateway-calls.ts'

/** What a person at the screen waits for an SMS provider at most. */
export const smsTimeoutMs = 8_000

/** A provider did not do what it was asked. The message is for the log: it never holds a code, a phone number or a key. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

/**
 * One request and its JSON answer, never repeated. Redirects are not followed: keys and numbers must not travel.
 * @throws ProviderError when no answer came in time, or one that is no JSON
 */
export async function requestJson(
  name: string,
  url: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown }> {
  let status = 0
  try {
    const reply = await fetch(url, { ...init, redirect: 'error' })
    status = reply.status
    const body = parseJson(await reply.text())
    if (body !== undefined) return { status, body }
  } catch (error) {
    // Its words may repeat the address, which holds the phone number.
    throw new ProviderError(`${name} gave no answer (${kindOf(error)})`)
  }
  throw new ProviderError(`${name} answered no JSON (HTTP ${status})`)
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
