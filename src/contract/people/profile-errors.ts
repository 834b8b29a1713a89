/** Errors of what people say about themselves: HTTP status and words in both languages. */
export const profileErrors = {
  'learner-has-classes': [
    409,
    'This child has an active booking. You can remove the child when it ends.',
    'इस बच्चे की एक बुकिंग अभी चल रही है। उसके ख़त्म होने पर हटाएँ।',
  ],
  'own-booking': [
    409,
    "This is your own profile. You can't book your own classes.",
    'यह आपकी अपनी प्रोफ़ाइल है: अपनी ही क्लास कोई बुक नहीं कर सकता।',
  ],
  'learner-limit': [
    409,
    "You've already added {most} children. Remove one before you add another.",
    'यहाँ पहले से {most} बच्चे हैं। नया जोड़ने से पहले किसी एक को हटाएँ।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
