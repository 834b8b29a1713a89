/** Errors of notifications: HTTP status and words in both languages. Part of `wire/errors.ts`. */
export const notificationsErrors = {
  'message-too-late': [
    409,
    'The time of this message is over. Sent now it would say what is not true any more.',
    'इस मैसेज का समय निकल गया। अब भेजें तो बात सही नहीं रहेगी।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
