import { randomInt } from 'node:crypto'

// Adds what `npm test` leaves out: tests tagged `full`, accessibility checks in every state, more rounds of races and a
// new random seed.
process.env.FULL = '1'
process.env.ROUNDS ||= '50'
process.env.TEST_SEED ||= String(randomInt(2 ** 31))
await import('./test.ts')
