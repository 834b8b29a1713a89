/** Kinds a person can turn notifications on or off for. Free of zod: the browser may import them. */
export const messageKinds = ['classes', 'chats', 'bookings', 'payments', 'reviews', 'support', 'profile'] as const
export type MessageKind = (typeof messageKinds)[number]
export const messageChannels = ['sms', 'email', 'app'] as const
export type MessageChannel = (typeof messageChannels)[number]
