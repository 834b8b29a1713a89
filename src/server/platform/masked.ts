/** The end of a phone number, or the beginning and the domain of an e-mail address: enough to know it by, and no more. */
export const masked = (to: string): string => (to.includes('@') ? to.replace(/^(.).*@/, '$1…@') : `…${to.slice(-4)}`)
