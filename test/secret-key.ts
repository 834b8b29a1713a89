/** Secret keys of tests and benches that do not store any. */
export const testSecretKeys = ['for tests only and long enough for that'] as const
