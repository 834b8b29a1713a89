/** Errors of settings: HTTP status and words in both languages. Part of `wire/errors.ts`. */
export const settingsErrors = {
  'rates-changed': [409, 'Somebody else set rates. Look at them, save again.', 'किसी और ने दरें बदलीं। देखकर सेव करें।'],
  'rates-day-taken': [409, 'This day has rates. Take those back first.', 'इस दिन की दरें तय हैं। पहले वे वापस लें।'],
  'setting-changed': [
    409,
    'Somebody else changed this setting meanwhile. Look at it, then change it again.',
    'इस बीच किसी और ने यह सेटिंग बदली। देखकर फिर बदलें।',
  ],
  'bookings-off': [
    409,
    'We take no new bookings for the moment. Classes you have go on. Please try again later.',
    'अभी नई बुकिंग बंद है। आपकी तय क्लास चलती रहेंगी। थोड़ी देर बाद कोशिश करें।',
  ],
  'payments-off': [
    409,
    'Online payment is closed for the moment. Nothing was charged. Please try again later.',
    'ऑनलाइन भुगतान अभी बंद है। कोई पैसा नहीं कटा। थोड़ी देर बाद कोशिश करें।',
  ],
  'applications-off': [
    409,
    'We take no new applications for the moment. What you filled in is kept. Please come back later.',
    'अभी नए आवेदन बंद हैं। आपका भरा हुआ सेव है। कृपया बाद में आएँ।',
  ],
  'chat-off': [
    409,
    'Chat is closed for the moment. You can read everything; please call us if it cannot wait.',
    'चैट अभी बंद है। पढ़ सकते हैं; ज़रूरी हो तो हमें फ़ोन करें।',
  ],
  'calls-off': [
    409,
    'We take no call requests for the moment. Please call us on {phone}.',
    'अभी कॉल की रिक्वेस्ट बंद है। हमें {phone} पर फ़ोन करें।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
