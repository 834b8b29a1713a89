import type { Viewer } from './sessions.ts'

/** Masks a phone number to its end, or an email address to its first letter and domain. */
export const masked = (to: string): string => (to.includes('@') ? to.replace(/^(.).*@/, '$1…@') : `…${to.slice(-4)}`)

const emails = /[^\s@,;:<>"']+@[^\s@,;<>"']+/g
// Not parts of an id, an order number or a time.
const longNumbers = /(?<![\w-])\+?\p{Nd}(?:[ -]?\p{Nd}){8,}(?![\w:-])/gu

/** A text of the program with its email addresses and long numbers, such as phones and accounts, masked. */
export const maskedText = (text: string): string => text.replace(emails, masked).replace(longNumbers, masked)

/** A phone number in a list: support sees its end, and the whole number on pages whose opening is logged. */
export const listedPhone = (viewer: Pick<Viewer, 'adminRole'>, phone: string): string =>
  viewer.adminRole === 'support' ? masked(phone) : phone
