/** Rounds of each race: ten in `npm test`, fifty in `npm run test:full`, a thousand in `npm run races`. */
export const rounds = Number(process.env.ROUNDS ?? 10)

/** Random sequences are cheaper than races, so `npm test` runs as many as `npm run test:full`. */
export const modelRounds = Math.max(rounds, 50)
