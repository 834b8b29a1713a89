import fc from 'fast-check'

// The seed is set in vitest.config.ts and printed at the start of a run. A failure also prints a path, which replays
// that case alone.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED) })
