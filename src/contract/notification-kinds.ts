import type { NotificationEvent } from './notification-events.ts'

/** What people choose by whether they are told of it. Free of zod: the browser may import it. */
export const messageKinds = ['classes', 'bookings', 'payments', 'reviews', 'support', 'profile'] as const
export type MessageKind = (typeof messageKinds)[number]
export const messageChannels = ['sms', 'email'] as const
export type MessageChannel = (typeof messageChannels)[number]

/** What each side is ever told, and how. */
export const channelsOf: Record<'student' | 'mentor', Partial<Record<MessageKind, readonly MessageChannel[]>>> = {
  student: { classes: ['sms'], bookings: ['sms'], payments: ['sms', 'email'], reviews: ['sms'], support: ['sms'] },
  mentor: {
    classes: ['sms'],
    bookings: ['sms'],
    payments: ['sms'],
    reviews: ['sms'],
    support: ['sms'],
    profile: ['sms', 'email'],
  },
}

/** Kind of every message; receipts are of `payments`. Of `safety` everybody is told: somebody else may be at the account, or silence costs money. */
export const kindOf: Record<NotificationEvent, MessageKind | 'safety'> = {
  'booking-paid-family': 'bookings',
  'booking-paid-mentor': 'bookings',
  'booking-ended-mentor': 'bookings',
  'booking-completed-family': 'bookings',
  'booking-completed-mentor': 'bookings',
  'mentor-changed-family': 'bookings',
  'mentor-changed-old': 'bookings',
  'mentor-changed-new': 'bookings',
  'guarantee-mentor': 'bookings',
  'payment-returned': 'payments',
  'refund-sent': 'payments',
  'refund-settled': 'payments',
  'refund-settled-early': 'payments',
  'refund-failed': 'payments',
  'refund-declined': 'payments',
  'payout-paid': 'payments',
  'class-scheduled': 'classes',
  'class-rescheduled': 'classes',
  'timetable-set': 'classes',
  'class-marked': 'classes',
  'class-marked-code': 'classes',
  'class-reminder': 'safety',
  'cancelled-by-family': 'classes',
  'cancelled-late': 'classes',
  'cancelled-by-mentor': 'classes',
  'left-out-holiday': 'classes',
  'missed-by-family': 'classes',
  'missed-by-mentor': 'classes',
  'proposal-made': 'classes',
  'proposal-declined': 'classes',
  'class-moved': 'classes',
  'no-show-withdrawn': 'classes',
  'no-show-family': 'safety',
  'no-show-mentor': 'safety',
  'no-show-objected': 'support',
  'review-published': 'reviews',
  'review-word': 'reviews',
  'review-replied': 'reviews',
  'review-hidden': 'reviews',
  'review-shown': 'reviews',
  'reply-hidden': 'reviews',
  'reply-shown': 'reviews',
  'report-declined': 'reviews',
  'case-opened': 'support',
  'dispute-opened-mentor': 'support',
  'dispute-withdrawn-mentor': 'support',
  'dispute-for-mentor': 'support',
  'dispute-for-family': 'support',
  'dispute-shared': 'support',
  'application-received': 'profile',
  'mentor-verified': 'profile',
  'mentor-rejected': 'profile',
  'mentor-suspended': 'safety',
  'mentor-restored': 'profile',
  'document-asked': 'profile',
  'check-expiring': 'profile',
  'identity-expiring': 'profile',
  'stepped-down': 'profile',
  'stepped-back': 'profile',
  'payout-account-set': 'safety',
}
