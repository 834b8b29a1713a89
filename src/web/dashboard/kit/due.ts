/** What has no deadline comes last. */
export const never = Number.POSITIVE_INFINITY

export const dueAt = (time: string | undefined): number => (time === undefined ? never : Date.parse(time))

export const byDue = (one: { due: number }, other: { due: number }): number =>
  one.due === other.due ? 0 : one.due - other.due
