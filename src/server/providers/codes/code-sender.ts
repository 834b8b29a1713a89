import type { Language } from '#contract/wire/errors.ts'

/** A code to send; a provider that generates its own ignores `code`. */
type NewCode = { phone: string; code: string; language: Language; challengeId: string }
/**
 * `reference`: the provider's id of the code it generated; null if ours was sent. `too-soon`: seconds until a new code can be
 * requested.
 */
export type SentCode =
  | { outcome: 'sent'; reference: string | null }
  | { outcome: 'too-soon'; seconds: number }
  | { outcome: 'day-limit' }
export type CheckedCode = 'right' | 'wrong' | 'used' | 'expired' | 'unknown' | 'blocked'

/** Sends login codes. @throws ProviderError if the provider fails or does not answer */
export type CodeSender = {
  /** Seconds until another code can be requested. */
  resendSeconds: number
  send(one: NewCode): Promise<SentCode>
  /** Verifies a code the provider generated; null if we generate and verify codes. */
  check: ((reference: string, code: string) => Promise<CheckedCode>) | null
}
