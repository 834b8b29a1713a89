/** Secret key of tests and benches that do not store one. */
export const testSecretKey = 'for tests only, and long enough for that'
