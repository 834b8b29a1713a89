/** What a person can be told of, each with a text of its own in `src/server/notifications/templates.ts`. */
export const notificationEvents = [
  'booking-paid-family',
  'booking-paid-mentor',
  'payment-returned',
  'booking-ended-mentor',
  'refund-sent',
  'refund-settled',
  'refund-failed',
  'refund-declined',
  'class-scheduled',
  'class-marked',
  'case-opened',
  'application-received',
  'mentor-verified',
  'mentor-rejected',
  'mentor-suspended',
  'mentor-restored',
  'document-asked',
  'check-expiring',
  'identity-expiring',
] as const
export type NotificationEvent = (typeof notificationEvents)[number]
