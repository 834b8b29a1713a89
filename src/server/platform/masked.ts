/** Masks a phone number to its end, or an email address to its first letter and domain. */
export const masked = (to: string): string => (to.includes('@') ? to.replace(/^(.).*@/, '$1…@') : `…${to.slice(-4)}`)
