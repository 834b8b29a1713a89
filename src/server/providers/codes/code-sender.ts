import type { Language } from '#contract/wire/errors.ts'

/** `code` is ours; a provider that makes its own sends that. */
export type NewCode = { phone: string; code: string; language: Language; challengeId: string }
/** `reference`: by which the provider checks the code it made; null: ours was sent. `too-soon`: not before so many seconds. */
export type SentCode =
  | { outcome: 'sent'; reference: string | null }
  | { outcome: 'too-soon'; seconds: number }
  | { outcome: 'day-limit' }
export type CheckedCode = 'right' | 'wrong' | 'used' | 'expired' | 'unknown' | 'blocked'

/** Sends codes for logging in. Functions throw when the provider did not answer, or nothing that helps. */
export type CodeSender = {
  /** After which another code can be asked for. */
  resendSeconds: number
  send(one: NewCode): Promise<SentCode>
  /** Asks a provider that makes its codes itself; null: codes are ours, and checked by us. */
  check: ((reference: string, code: string) => Promise<CheckedCode>) | null
}
