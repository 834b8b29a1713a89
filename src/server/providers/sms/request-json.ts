import { parseJson } from '#server/providers/payments/gateway-calls.ts'

/** Time limit of an SMS request a user waits for. */
export const smsTimeoutMs = 8_000

/** A provider failure. The message is logged, so it holds no code, phone number or key. */
export class ProviderError extends Error {
  override name = 'ProviderError'
}

/**
 * Sends one request without retries and parses its JSON reply. Redirects are not followed, because they would carry keys and
 * phone numbers elsewhere.
 * @throws ProviderError on a time-out or a reply that is not JSON
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
    // The error message may repeat the URL, which holds the phone number.
    throw new ProviderError(`${name} gave no answer (${kindOf(error)})`)
  }
  throw new ProviderError(`${name} answered no JSON (HTTP ${status})`)
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
