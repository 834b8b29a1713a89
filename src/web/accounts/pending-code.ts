import type { LoginResult, LoginUser } from './log-in.server.ts'

type AtCode = Extract<LoginResult, { step: 'code' }>
type StoredCode = Pick<AtCode, 'userType' | 'phone' | 'verificationId' | 'notice'> & {
  expiresAt: number
  resendAt: number
}

const storageKey = 'login-code'

/** Stores a code request, so that its step is restored after closing the dialog or reloading. */
function storeCode({ userType, phone, verificationId, notice, resendSeconds, expiresSeconds = 0 }: AtCode): void {
  const [resendAt, expiresAt] = [resendSeconds, expiresSeconds].map((seconds) => Date.now() + seconds * 1000)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ userType, phone, verificationId, notice, resendAt, expiresAt }))
  } catch {
    // Without storage a closed login starts over.
  }
}

export function clearCode(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Blocked storage contains nothing either.
  }
}

/** Stores the code request of a reply, and clears it once used or expired. @returns the reply */
export function trackCode(answer: LoginResult): LoginResult {
  if (answer.step === 'code' && answer.expiresSeconds !== undefined) storeCode(answer)
  else if (answer.step !== 'code' || answer.isOver) clearCode()
  return answer
}

/** Step of a code request that is still valid for this account type, or null. */
export function pendingCode(wanted: LoginUser): AtCode | null {
  try {
    // safe: only this file writes it
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as StoredCode | null
    if (kept?.userType !== wanted || kept.expiresAt <= Date.now()) return null
    const { userType, phone, verificationId, notice, resendAt } = kept
    const resendSeconds = Math.max(0, Math.ceil((resendAt - Date.now()) / 1000))
    return { step: 'code', userType, phone, verificationId, resendSeconds, ...(notice && { notice }) }
  } catch {
    return null
  }
}
