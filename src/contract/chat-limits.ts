/** Limits of conversations. Free of zod: the browser may import them. */
export const messageMost = 4000
export const messagesAPage = 50
/** Messages a person may send in ten seconds, and a browser may wait with. */
export const messagesInTenSeconds = 30
/** Minutes after which somebody who is away is told by SMS or mail that messages wait. */
export const awayMinutes = 10
/** Seconds after which a process that was not heard of holds nobody online any more. */
export const beatSeconds = 30
export const reportReasons = ['contact', 'money', 'rude', 'unsafe', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
