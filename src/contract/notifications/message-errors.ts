/** Errors of messages to people: HTTP status and words in both languages. */
export const messageErrors = {
  'message-too-late': [
    409,
    "This message is out of date, so it can't be sent again.",
    'इस मैसेज का समय निकल गया, इसलिए इसे फिर नहीं भेजा जा सकता।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
