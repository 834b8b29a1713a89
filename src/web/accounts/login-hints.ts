/**
 * Browser storage required by the specification: last login on this device, selected mentor, started order. Display
 * hints only; nothing on the server reads them, and the session alone authorises.
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
    // Storage may be blocked or full; nothing depends on it.
  }
}

const write = (key: string, value: string) => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage may be blocked or full.
  }
}

/** Stores the mentor selected in a list. */
export const writeChosenMentor = (mentor: {
  _id: string
  slug: string
  fullName: string
  profilePhoto: string | null
}) => write('mentor', JSON.stringify(mentor))

/** Stores the mentor of a chat or dashboard, by public id instead of a phone number. */
export const writeMentorNumber = (mentorId: string) => write('mentorNumber', mentorId)

/** Checkout URL with the order id in the fragment, for `withOrderHint`. */
export const checkoutHref = ({ checkout_url, order_id }: { checkout_url: string; order_id: string }): string =>
  `${checkout_url}#order-${order_id}`

/** Stores the order whose checkout a redirect leads to. */
export async function withOrderHint<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (answer) {
    const path = answer instanceof Response ? (answer.headers.get('location') ?? '') : ''
    const order = /#order-([0-9a-f-]{36})$/.exec(path)?.[1]
    if (order) write('orderId', order)
    throw answer
  }
}

/** Clears the hints on logout. */
export function clearLoginHints(): void {
  try {
    for (const key of ['student', 'mentor', 'usernumber', 'mentorNumber', 'orderId']) localStorage.removeItem(key)
  } catch {
    // Forbidden storage holds nothing either.
  }
}

/** Deletes unsent application and chat drafts from the device, because the next user may be someone else. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (/^(application|chat):/.test(key)) localStorage.removeItem(key)
  } catch {
    // Forbidden storage holds nothing either.
  }
}
