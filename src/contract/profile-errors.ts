/** Errors of what people say about themselves: HTTP status and words in both languages. */
export const profileErrors = {
  'learner-has-classes': [
    409,
    'This child has a booking that is still going on. Once that has ended, the child can be removed.',
    'इस बच्चे की एक बुकिंग अभी चल रही है। उसके ख़त्म होने पर हटाएँ।',
  ],
  'learner-limit': [
    409,
    'You have {most} children here. Remove one before you add another.',
    'यहाँ पहले से {most} बच्चे हैं। नया जोड़ने से पहले किसी एक को हटाएँ।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
