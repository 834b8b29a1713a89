import type { LoginResult, LoginUser } from './log-in.server.ts'

type AtCode = Extract<LoginResult, { step: 'code' }>
type StoredCode = Pick<AtCode, 'userType' | 'phone' | 'verificationId'> & { expiresAt: number; resendAt: number }

const storageKey = 'login-code'

/** Keeps a code that was just sent, so that the step that asks for it comes back after it was closed or the page was loaded again. */
function storeCode({ userType, phone, verificationId, resendSeconds, expiresSeconds = 0 }: AtCode): void {
  const [resendAt, expiresAt] = [resendSeconds, expiresSeconds].map((seconds) => Date.now() + seconds * 1000)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ userType, phone, verificationId, resendAt, expiresAt }))
  } catch {
    // Without storage a closed login begins again at the phone.
  }
}

export function clearCode(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Forbidden storage holds nothing either.
  }
}

/** Keeps the code of an answer that sent one, and drops it when it is used or over. @returns the answer */
export function trackCode(answer: LoginResult): LoginResult {
  if (answer.step === 'code' && answer.expiresSeconds !== undefined) storeCode(answer)
  else if (answer.step !== 'code' || answer.isOver) clearCode()
  return answer
}

/** The step of a code that can still be typed; null when there is none for this kind of account. */
export function pendingCode(wanted: LoginUser): AtCode | null {
  try {
    // true: only this file writes it
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as StoredCode | null
    if (kept?.userType !== wanted || kept.expiresAt <= Date.now()) return null
    const { userType, phone, verificationId, resendAt } = kept
    const resendSeconds = Math.max(0, Math.ceil((resendAt - Date.now()) / 1000))
    return { step: 'code', userType, phone, verificationId, resendSeconds }
  } catch {
    return null
  }
}
