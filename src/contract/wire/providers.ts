/** Others whose work we count: each is behind one adapter. Free of zod. */
export const providers = ['payments', 'codes', 'sms', 'mail', 'maps', 'store'] as const
export type Provider = (typeof providers)[number]
