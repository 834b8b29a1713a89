/** Limits of support tickets and call requests. Free of zod: the browser may import them. */

/** Office hours within which a ticket is answered. */
export const responseHours = 24
/** Characters of a ticket's message. */
export const ticketMessage = { min: 10, max: 2000 } as const
/** Tickets an hour of one account, else of visitors from one address block, or about one phone number. */
export const ticketsAnHour = 5
/** Safety cases a day of one person about the same people. */
export const safetyCasesADay = 10
/** Minutes within which the same message from the same person counts as one ticket. */
export const duplicateTicketMinutes = 10
/** What a person can ask support about. */
export const caseTopics = [
  'finding',
  'booking',
  'payment',
  'refund',
  'mentor',
  'login',
  'safety',
  'complaint',
  'other',
] as const
export type CaseTopic = (typeof caseTopics)[number]

/** Call requests: an hour from one account, an hour from visitors of one address block, a day about one phone number. */
export const callLimits = { accountHour: 8, blockHour: 20, phoneDay: 15 } as const
/** Minutes within which a caller's requests for the same mentor count as one while it is open. */
export const duplicateCallMinutes = 10
export const callStatuses = ['new', 'assigned', 'connected', 'unreachable', 'closed'] as const
export type CallStatus = (typeof callStatuses)[number]
/** An outcome can be taken back this long; the caller is told afterwards. */
export const callUndoSeconds = 15
export const maxCallNote = 600
