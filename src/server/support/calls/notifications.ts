import type { CallStatus } from '#contract/support/limits.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { LockedCall } from './queries.ts'

/** Text limit: SMS operators allow 30 characters per value. */
const outcomes: Partial<Record<CallStatus, Record<Language, string>>> = {
  connected: { en: 'you were connected', hi: 'आपकी बात करा दी गई' },
  unreachable: { en: 'we could not reach you', hi: 'आपसे फ़ोन पर बात नहीं हो सकी' },
  closed: { en: 'it is closed now', hi: 'इसे बंद कर दिया गया' },
}

/** Notifies the caller of the outcome, once. */
export async function notifyCallHandled(tx: Transaction, call: LockedCall, status: CallStatus): Promise<void> {
  const outcome = outcomes[status]
  if (!outcome) return
  const { id: onceKey, accountId, phone, language, mentorName } = call
  const values = inBothLanguages((inLanguage) => ({
    mentor: mentorName ?? (inLanguage === 'hi' ? brand.nameHi : brand.name),
    outcome: outcome[inLanguage],
  }))
  const who = accountId ? ({ accountId, side: 'family' } as const) : { phone, language }
  await notify(tx, { event: 'call-handled', ...who, onceKey, values })
}
