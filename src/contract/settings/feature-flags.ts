/** What an owner can turn off for a while, each at its door on the server. Free of zod: the browser may import it. */
export const featureFlags = ['bookings', 'payments', 'applications', 'chat', 'calls', 'gold'] as const
export type FeatureFlag = (typeof featureFlags)[number]
