/** What people choose by whether they are told of it. Free of zod: the browser may import it. */
export const messageKinds = ['classes', 'chats', 'bookings', 'payments', 'reviews', 'support', 'profile'] as const
export type MessageKind = (typeof messageKinds)[number]
export const messageChannels = ['sms', 'email', 'app'] as const
export type MessageChannel = (typeof messageChannels)[number]
