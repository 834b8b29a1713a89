/** Error codes of notifications with HTTP status and text in both languages; part of `wire/errors.ts`. */
export const notificationsErrors = {
  'message-too-late': [
    409,
    "This message is out of date, so it can't be sent again.",
    'इस मैसेज का समय निकल गया, इसलिए इसे फिर नहीं भेजा जा सकता।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
