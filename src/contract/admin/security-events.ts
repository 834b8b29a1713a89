/** Refusals that may be attacks, with the number in an hour above which an alert is raised. Free of zod. */
export const alertsAbove = {
  'wrong-code': 200,
  'wrong-second-factor': 10,
  'login-required': 2000,
  'not-allowed': 100,
  'foreign-id': 200,
  'cross-site': 20,
  'rate-limited': 500,
  'forged-webhook': 3,
} as const
export type SecurityEvent = keyof typeof alertsAbove
export const securityEvents = Object.keys(alertsAbove) as [SecurityEvent, ...SecurityEvent[]] // safe: a constant's own keys
