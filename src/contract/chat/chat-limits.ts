/** Limits of chat. Free of zod: the browser may import them. */
export const maxMessageLength = 4000
export const messagesPerPage = 50
/** Messages one account may send in ten seconds. */
export const maxMessagesPerTenSeconds = 30
/** Mentors a family may write to for the first time in a day, without a booking. */
export const maxNewConversations = 20
/** Minutes a message stays undelivered before an offline recipient gets an SMS or email. */
export const offlineAlertMinutes = 10
/** Interval of presence heartbeats in seconds; a process is dropped after 1.5 intervals without one. */
export const heartbeatSeconds = 30
export const reportReasons = ['contact', 'money', 'rude', 'unsafe', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
/** `maxReportLength` in characters; `maxReportsPerDay` per person. */
export const maxReportLength = 600
export const maxReportsPerDay = 10
/** `minSearchLength` in characters. */
export const minSearchLength = 2
export const maxSearchHits = 50
/** Messages shown before and after the reported one. */
export const reportContext = { before: 50, after: 20 } as const
/** Messages on each side of the reported one in the case timeline. */
export const timelineContext = 5
