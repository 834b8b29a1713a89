const { FULL, ROUNDS } = process.env

/** The first in `npm test`, the second in `npm run test:full` and `npm run races`. */
export const sized = <T>(short: T, full: T): T => (FULL || ROUNDS ? full : short)

/** Rounds of each race: two in `npm test`, fifty in `npm run test:full`, a thousand in `npm run races`. */
export const rounds = Number(ROUNDS ?? sized(2, 50))

/** Random sequences are cheaper than races. */
export const modelRounds = Math.max(rounds, sized(10, 50))

/** The first of these cases in `npm test`, all in `npm run test:full`. */
export const few = <const T>(cases: readonly T[], count = 1): readonly T[] => sized(cases.slice(0, count), cases)
