import type { ClassRecord } from '#contract/classes/bookings.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { getLocale } from '#messages-runtime'
import { type StoredAttendance, storeAnswer, storedAttendanceOf } from '../kit/attendance-store.ts'

const timeoutMs = 20_000
/** Error codes worth retrying: signed out, rate limited, or another request with the same key is running. */
const retryableCodes = new Set(['login-required', 'not-allowed', 'rate-limited', 'idempotency-busy', 'cross-site'])

/** Sends a mentor's stored attendance in sequence. @returns whether the server accepted any */
export async function sendStored(mentor: string): Promise<boolean> {
  let isAccepted = false
  const sendAll = async () => {
    for (const one of await storedAttendanceOf(mentor)) {
      if (one.state !== 'saved') continue
      const answer = await send(one)
      if (answer === 'lost') return
      // A temporary refusal must not block the others.
      if (answer === 'later') continue
      isAccepted ||= answer.state === 'sent'
      await storeAnswer(one, answer)
    }
  }
  // Other tabs may be sending too. Without the Locks API the idempotency key prevents duplicates.
  if ('locks' in navigator) await navigator.locks.request('attendance', sendAll)
  else await sendAll()
  return isAccepted
}

/** Server's answer; `later` to retry, `lost` without a response. */
async function send(
  one: StoredAttendance,
): Promise<Pick<StoredAttendance, 'state' | 'why' | 'record'> | 'later' | 'lost'> {
  try {
    const response = await fetch('/api/class-records', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': getLocale(),
        'idempotency-key': one.key,
        'x-phone-time': new Date().toISOString(),
      },
      body: JSON.stringify({ ...one.body, savedAt: one.savedAt }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status >= 500) return 'later'
    if (response.ok) {
      const { data }: { data: ClassRecord } = await response.json()
      const { code, codeTries, clockOff } = data
      return { state: 'sent', record: { code, codeTries, clockOff } }
    }
    const { code, message }: ErrorReply = await response.json()
    return retryableCodes.has(code) ? 'later' : { state: 'refused', why: message }
  } catch {
    return 'lost'
  }
}
