import type { Viewer } from './sessions.ts'

/** Masks a phone number to its end, or an email address to its first letter and domain. */
export const masked = (to: string): string => (to.includes('@') ? to.replace(/^(.).*@/, '$1…@') : `…${to.slice(-4)}`)

/** A phone number in a list: support sees its end, and the whole number on pages whose opening is logged. */
export const listedPhone = (viewer: Pick<Viewer, 'adminRole'>, phone: string): string =>
  viewer.adminRole === 'support' ? masked(phone) : phone
