/** Business constants (spec.md §9, product.md §6 and §11). Free of zod: the browser may import them. */

export const otpDigits = 6
export const otpMinutes = 5
export const otpTries = 3
export const resendSeconds = 30

export const demoPriceRupees = 99
export const demoMinutes = 60
/** A month buys 20 hours of teaching. */
export const monthHours = 20
export const monthMinutes = monthHours * 60
/** Agreed length of a lesson of a monthly plan until the timetable says otherwise: 12 lessons a month. */
export const lessonMinutes = 100
/** Minutes of one class in a timetable. */
export const lessonLengths = { min: 30, max: 240, step: 5 } as const
export const maxHours = 40
/** Minutes a picked time is held while the family pays. */
export const holdMinutes = 15
/** Hours in which a mentor that confirms times first answers; then the time is free again. */
export const confirmTimeHours = 12
/** Minutes after which an order nobody paid expires. */
export const orderMinutes = 30
const gridDegrees = 0.0027
/** A visitor's latitude or longitude on a grid of 300 m: no finer one leaves the device, so that no link leads to a home. */
export const onGrid = (degrees: number): number =>
  Math.round(Math.round(degrees / gridDegrees) * gridDegrees * 1e6) / 1e6
/** Free times to choose from on a profile, for each length of class. */
export const picksMost = 6
/** Free times that are offered: how far ahead, in what steps, and how long before one begins. */
export const freeTimesAhead = { days: 14, stepMinutes: 30, noticeMinutes: 120 } as const
/** No class is expected before or after these hours, whatever its mentor set. */
export const dayHours = { from: '06:00', to: '22:00' } as const
/** A mentor who sets a time that begins sooner than this asks the family, which has so many hours for its answer. */
export const askAheadHours = 12
export const askHours = 48
/** How far ahead a class can be planned. */
export const scheduleAheadDays = 365
export const scheduleWithinDays = 7
export const guaranteeHours = 48
/** How often one family has the guarantee, whoever the mentors are: a class each from one after the other is no trial. */
export const guaranteeMost = { times: 3, days: 90 } as const
export const confirmHours = 48
/**
 * The rules of changing one's mind that a new installation begins with; an admin sets others for later orders, and every order keeps
 * its own. `noShowMinutes`: so long after its start a side may say that the other did not come to a class.
 */
export const usualPolicy = {
  cancelFreeHours: 12,
  lateCancelPercent: 50,
  noShowMinutes: 20,
  scheduleWithinDays,
  guaranteeHours,
} as const
/** Hours before silence counts as yes in which the family is reminded. */
export const remindHours = 24
/** Digits of the code by which a family says that its mentor is there, and wrong ones that may be typed for one class. */
export const visitCodeDigits = 4
export const visitCodeTries = 3
/** Days before a class from which the family's phone knows its code, so that it can be shown without network. */
export const visitCodeDays = 7
/** Letters of what a mentor writes about a class, and days after marking in which that can change. */
export const lessonNote = { max: 400, days: 7 } as const
/** Minutes by which a phone's clock may differ from ours without a word. */
export const clockMinutes = 5

export const plans = ['monthly', 'demo', 'hourly', 'months3', 'months6'] as const
export type Plan = (typeof plans)[number]
/** Months, days and lessons a plan buys; hours come from the order for hourly. */
export const planMonths: Record<Plan, number> = { monthly: 1, demo: 0, hourly: 0, months3: 3, months6: 6 }
/** Plans of several classes, which can be renewed. */
export const longPlans = ['monthly', 'months3', 'months6'] as const satisfies readonly Plan[]
export const isLong = (plan: Plan): boolean => longPlans.some((one) => one === plan)
/** Whether a booking is one class: a demo, or hours that fit into one. */
export const isSingle = (plan: Plan, minutes: number): boolean => !isLong(plan) && minutes <= lessonLengths.max
/** A month or package can be renewed when this much teaching, or this many days of it, are left. */
export const renewal = { minutesLeft: 300, daysLeft: 7 } as const
/** Minutes of the first class of a plan that buys so many. */
export const firstClassMinutes = (plan: Plan, minutes: number): number =>
  isSingle(plan, minutes) ? minutes : lessonMinutes
export const planDays: Record<Plan, number> = { monthly: 30, demo: 1, hourly: 1, months3: 90, months6: 180 }

export const priceFilter = { min: 0, max: 20000, step: 100 } as const
export const defaultPoint = { lat: 22.7196, lon: 75.8577, city: 'Indore', state: 'Madhya Pradesh' } as const
/** Who lives within this many km is near: whom a list around a point has, and who comes before those further away. */
export const nearbyKm = 60
export const listPage = { default: 20, max: 50 } as const
export const goldOnList = 2
export const selectedMentorsMax = 50
/** Mentors one kept link leads to, and how many of them its page shows at once. */
export const mentorLinkMost = 500
/** After how many days such a link ends: what is offered, and what is usual. */
export const mentorLinkDays = { offered: [7, 30, 90], usual: 30 } as const
/** A file of mentors' listing: lines and bytes at most; letters of one cell. */
export const listingFile = { lines: 200_000, bytes: 64 * 1024 ** 2, cell: 20_000, columns: 60 } as const
export const reviewPage = { default: 6, max: 50 } as const
/**
 * Letters of a review, which may also be stars alone, and of the reply to it; days after which it is published without the other
 * side's word; hours in which a reply can be changed; days after the last class in which the dashboards ask for one.
 */
export const reviewLimits = {
  words: { min: 20, max: 600 },
  reply: 400,
  blindDays: 7,
  replyHours: 24,
  askDays: 30,
} as const
/** In the order of the list, a rating counts as if so many more families had given the mean. */
export const ratingPrior = { count: 5, mean: 4.3 } as const
/** What a side can say after a demo; skipping is an answer too. */
export const demoAnswers = {
  family: ['going_on', 'not_now', 'another_mentor', 'skipped'],
  mentor: ['would_take', 'would_not', 'skipped'],
} as const
export type DemoAnswer = (typeof demoAnswers)['family' | 'mentor'][number]
/** Reviews the home page quotes: how many, from how many stars on, and of what length. */
export const quotes = { count: 3, starsLeast: 4, words: { min: 60, max: 280 } } as const
export const totalCap = 200

export const refundStatuses = ['requested', 'approved', 'sent', 'settled', 'failed', 'declined'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** Hours after a mentor's payout account was changed during which only an admin's word lets money go there. */
export const payoutRestHours = 24
/** Why a payout stays out of its batch when no admin decided it: its account is too new. */
export const newAccountReason = 'new-account'
/** Days after a mentor's phone number was changed during which only an admin's word lets money go out. */
export const phoneRestDays = 7
/** The same, when it is the phone number of the mentor that is too new. */
export const newPhoneReason = 'new-phone'
export type RestReason = typeof newAccountReason | typeof newPhoneReason
/** Another number of an account: how long it waits for its first login, and after the old number was told it counts without that one's own word. */
export const phoneChangeHours = { waits: 72, rests: 24 } as const
/** What a family can say of a class that was marked as held. `other` needs words. */
export const disputeReasons = ['not_held', 'shorter', 'other_person', 'other'] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** A ticket is answered within these hours, while somebody is in the office. */
export const answerHours = 24
/** Length of the message of a support ticket. */
export const ticketMessage = { min: 10, max: 2000 } as const
/** Receipts a family may have sent by e-mail in an hour. */
export const receiptMailsAnHour = 5
/** Support tickets an hour from one address block, and about one phone. */
export const ticketsAnHour = 5
/** The same message from the same person within this time is the same ticket. */
export const sameTicketMinutes = 10
/** Call requests: of one account an hour, of visitors of one address block an hour, and about one phone a day. */
export const callLimits = { accountHour: 8, blockHour: 20, phoneDay: 15 } as const
/** Another request of the same caller for the same mentor within this time is the same one, while it waits. */
export const sameCallMinutes = 10
export const callStatuses = ['new', 'assigned', 'connected', 'unreachable', 'closed'] as const
export type CallStatus = (typeof callStatuses)[number]
export const callNoteMost = 600
/** What a person can ask the support team about. */
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

export const shortlistMax = 50
/** Learners of one family, not counting those put away. */
export const learnersMax = 20

/**
 * What counts against a mentor (docs/decisions/0023-reliability.md): of the last days, once there were so many classes, and never the
 * first of a kind. `percent`: the most of each that is borne; whoever has more stands so many places of the ranking further down.
 */
export const reliability = {
  ...{ days: 90, classesLeast: 10, countLeast: 2, answerHours: 48, placesDown: 20 },
  percent: { cancelled: 10, missed: 5, late: 25, unanswered: 40 },
} as const
export const reliabilityKinds = ['cancelled', 'missed', 'late', 'unanswered'] as const
export type ReliabilityKind = (typeof reliabilityKinds)[number]

/** Letters of what an admin writes about a mentor, and the ranking's ends. */
export const verificationLimits = {
  ...{ reason: 600, evidence: 900, brief: 1500 },
  ranking: { min: 1, max: 99 },
} as const
/** Days before a check ends on which its mentor is reminded. */
export const checkReminderDays = 30
/** Days after which the identity document goes of whom we sent back, or whose identity check failed; another one is needed then. */
export const refusedDocumentDays = 30
/** Days after which the CV goes of whom we sent back. */
export const refusedCvDays = 180
