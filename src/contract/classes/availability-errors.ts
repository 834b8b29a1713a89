/** Errors of a mentor's hours and leave: HTTP status and words in both languages. */
export const availabilityErrors = {
  'leave-overlap': [
    409,
    'You have leave on some of these dates already. Take that one back first, or choose other dates.',
    'इनमें से कुछ तारीख़ों पर आपकी छुट्टी पहले से है। पहले उसे हटाएँ या दूसरी तारीख़ें चुनें।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
