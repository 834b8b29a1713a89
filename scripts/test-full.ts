import { randomInt } from 'node:crypto'

// Everything `npm test` leaves out: tests tagged `full`, accessibility in every state of the journeys, more rounds of races, new random cases.
process.env.FULL = '1'
process.env.ROUNDS ||= '50'
process.env.TEST_SEED ||= String(randomInt(2 ** 31))
await import('./test.ts')
