/** Limits of logins and profiles. Free of zod: the browser may import them. */

export const otpDigits = 6
export const otpMinutes = 5
export const maxOtpAttempts = 3
export const resendSeconds = 30

/** Hours: a new phone number waits `expiry` for its first login, and takes effect `cooldown` after the old number was notified and did not approve it. */
export const phoneChangeHours = { expiry: 72, cooldown: 24 } as const
/** Learners of one family, archived ones excluded. */
export const maxLearners = 20

/** A browser stays known for a phone for `days` after a login; of more than `most` the oldest are forgotten. */
export const knownDevices = { days: 180, most: 5 } as const

/** Passkeys of one account; minutes to answer a challenge; age in minutes of the login that may add one. */
export const passkeyLimits = { most: 10, answerMinutes: 5 } as const
/** Minutes after a login in which passkeys, the bank account and the e-mail address can be changed. */
export const freshLoginMinutes = 10
