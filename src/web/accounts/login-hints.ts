/**
 * Browser storage of the specification: who logged in last on this phone. Only hints for the screen; the session
 * alone decides.
 */
export function writeLoginHints({
  userType,
  phone,
}: {
  userType: 'student' | 'mentor' | 'admin'
  phone: string
}): void {
  if (userType === 'admin') return
  clearLoginHints()
  try {
    localStorage.setItem(userType, phone)
    localStorage.setItem('usernumber', phone)
  } catch {
    // Storage may be forbidden or full; nothing depends on it.
  }
}

/** Takes the hints away with the session. */
export function clearLoginHints(): void {
  try {
    for (const key of ['student', 'mentor', 'usernumber', 'mentorNumber', 'orderId']) localStorage.removeItem(key)
  } catch {
    // Forbidden storage holds nothing either.
  }
}

/** Takes what was typed into the application form or a chat and is not with us off the device: the next person may be another. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (/^(application|chat):/.test(key)) localStorage.removeItem(key)
  } catch {
    // Forbidden storage holds nothing either.
  }
}
