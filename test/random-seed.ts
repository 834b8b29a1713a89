import fc from 'fast-check'

// Set in vitest.config.ts and printed when a run begins. A failure names a path too, which replays that case alone.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED) })
