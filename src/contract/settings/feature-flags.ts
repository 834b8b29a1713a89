/** Features an owner can turn off. Free of zod: the browser may import them. */
export const featureFlags = ['bookings', 'payments', 'applications', 'chat', 'calls', 'gold'] as const
export type FeatureFlag = (typeof featureFlags)[number]
