import type { ClassRecord } from '#contract/classes/bookings.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { getLocale } from '#messages-runtime'
import { type KeptAttendance, keptOf, noteAnswer } from '../kit/kept-attendance.ts'

const patienceMs = 20_000
/** Error codes worth retrying: signed out, rate limited, or another request with the same key is running. */
const later = new Set(['login-required', 'not-allowed', 'rate-limited', 'idempotency-busy', 'cross-site'])

/** Sends a mentor's stored attendance in sequence. @returns whether the server accepted any */
export async function sendKept(mentor: string): Promise<boolean> {
  let isTaken = false
  const sendAll = async () => {
    for (const one of await keptOf(mentor)) {
      if (one.state !== 'saved') continue
      const answer = await send(one)
      if (answer === 'lost') return
      // A temporary refusal must not block the others.
      if (answer === 'later') continue
      isTaken ||= answer.state === 'sent'
      await noteAnswer(one, answer)
    }
  }
  // Other tabs may be sending too. Without the Locks API the idempotency key prevents duplicates.
  if ('locks' in navigator) await navigator.locks.request('attendance', sendAll)
  else await sendAll()
  return isTaken
}

/** Server's answer; `later` to retry, `lost` without a response. */
async function send(one: KeptAttendance): Promise<Pick<KeptAttendance, 'state' | 'why' | 'record'> | 'later' | 'lost'> {
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
      signal: AbortSignal.timeout(patienceMs),
    })
    if (response.status >= 500) return 'later'
    if (response.ok) {
      const { data }: { data: ClassRecord } = await response.json()
      const { code, codeTries, clockOff } = data
      return { state: 'sent', record: { code, codeTries, clockOff } }
    }
    const { code, message }: ErrorReply = await response.json()
    return later.has(code) ? 'later' : { state: 'refused', why: message }
  } catch {
    return 'lost'
  }
}
