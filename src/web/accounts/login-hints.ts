/**
 * Browser storage of the specification: who logged in last on this phone, the mentor chosen, the order begun. Only hints
 * for the screen; nothing on the server reads them, and the session alone decides.
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

const write = (key: string, value: string) => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // See above.
  }
}

/** The mentor chosen in a list. */
export const writeChosenMentor = (mentor: {
  _id: string
  slug: string
  fullName: string
  profilePhoto: string | null
}) => write('mentor', JSON.stringify(mentor))

/** The mentor of a chat or a dashboard, by its public id: no phone leaves for another side. */
export const writeMentorNumber = (mentorId: string) => write('mentorNumber', mentorId)

/** The address of an order's checkout, which names the order for `withOrderHint`. */
export const checkoutHref = ({ checkout_url, order_id }: { checkout_url: string; order_id: string }): string =>
  `${checkout_url}#order-${order_id}`

/** Notes the order whose checkout an answer leads to. */
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
