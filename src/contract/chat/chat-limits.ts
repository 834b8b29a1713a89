/** Limits of conversations. Free of zod: the browser may import them. */
export const maxMessageLength = 4000
export const messagesPerPage = 50
/** Messages a person may send in ten seconds, and a browser may wait with. */
export const maxMessagesPerTenSeconds = 30
/** Minutes after which somebody who is away is told by SMS or mail that messages wait. */
export const offlineAlertMinutes = 10
/** Seconds after which a process that was not heard of holds nobody online any more. */
export const heartbeatSeconds = 30
export const reportReasons = ['contact', 'money', 'rude', 'unsafe', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
/** Letters of what is said with a report, and reports of one person a day. */
export const maxReportLength = 600
export const maxReportsPerDay = 10
/** Letters of a search, and messages it finds at most. */
export const minSearchLength = 2
export const maxSearchHits = 50
/** Messages before and after a reported one that its case shows. */
export const reportContext = { before: 50, after: 20 } as const
/** Messages before and after it that stand in the timeline of the case. */
export const timelineContext = 5
