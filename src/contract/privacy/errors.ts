/** Errors of privacy: HTTP status and message in both languages. Merged in `wire/errors.ts`. */
export const privacyErrors = {
  'erasure-blocked': [
    409,
    "We can't erase this account yet, because something is still open. The page shows what.",
    'यह अकाउंट अभी नहीं मिटा सकते, क्योंकि कुछ काम बाकी है। क्या बाकी है, यह पेज पर लिखा है।',
  ],
  'copy-too-soon': [
    429,
    'You can make one PDF a day. Please try again tomorrow.',
    'एक दिन में एक ही PDF बना सकते हैं। कल फिर कोशिश करें।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
