import type { CallStatus } from '#contract/support/limits.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import { inBoth, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { LockedCall } from './queries.ts'

/** Short, because operators allow a value no more than 30 letters. */
const outcomes: Partial<Record<CallStatus, Record<Language, string>>> = {
  connected: { en: 'you were connected', hi: 'आपकी बात करा दी गई' },
  unreachable: { en: 'we could not reach you', hi: 'आपसे फ़ोन पर बात नहीं हो सकी' },
  closed: { en: 'it is closed now', hi: 'इसे बंद कर दिया गया' },
}

/** Tells whoever asked for a call what became of it, once. */
export async function tellHandled(tx: Transaction, call: LockedCall, status: CallStatus): Promise<void> {
  const outcome = outcomes[status]
  if (!outcome) return
  const { id: onceKey, accountId, phone, language, mentorName } = call
  const values = inBoth((inLanguage) => ({
    mentor: mentorName ?? (inLanguage === 'hi' ? brand.nameHi : brand.name),
    outcome: outcome[inLanguage],
  }))
  const who = accountId ? ({ accountId, side: 'family' } as const) : { phone, language }
  await notify(tx, { event: 'call-handled', ...who, onceKey, values })
}
