/** Hides phone numbers. */
export function maskContacts(text: string): { text: string; isMasked: boolean } {
  const masked = text.replace(/\d{10}/g, '••••••••••')
  return { text: masked, isMasked: masked !== text }
}
