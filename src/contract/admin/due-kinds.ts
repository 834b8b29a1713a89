/** What has a deadline: by law, by our promise to users, or by our own target. Free of zod: the browser may import them. */
export const dueKinds = ['case', 'breach', 'refund', 'call', 'payout', 'mentor'] as const
export type DueKind = (typeof dueKinds)[number]
/** Kinds that support cannot open. */
export const dueKindsOfOperations: readonly DueKind[] = ['breach', 'payout']
