/** Error codes of settings with HTTP status and text in both languages; part of `wire/errors.ts`. */
export const settingsErrors = {
  'rates-changed': [
    409,
    'Someone else changed the rates. Review them and save again.',
    'किसी और ने दरें बदलीं। देखकर सेव करें।',
  ],
  'rates-day-taken': [
    409,
    'This date already has new rates. Cancel those first.',
    'इस तारीख़ की नई दरें तय हैं। पहले उन्हें रद्द करें।',
  ],
  'setting-changed': [
    409,
    'Someone else changed this setting. Review it, then change it again.',
    'इस बीच किसी और ने यह सेटिंग बदली। देखकर फिर बदलें।',
  ],
  'bookings-off': [
    409,
    'New bookings are closed for now. Your scheduled classes continue. Please try again later.',
    'अभी नई बुकिंग बंद है। आपकी तय क्लास चलती रहेंगी। थोड़ी देर बाद कोशिश करें।',
  ],
  'payments-off': [
    409,
    "Online payment is closed for now. You haven't been charged. Please try again later.",
    'ऑनलाइन भुगतान अभी बंद है। कोई पैसा नहीं कटा। थोड़ी देर बाद कोशिश करें।',
  ],
  'applications-off': [
    409,
    'New applications are closed for now. Your answers are saved. Please come back later.',
    'अभी नए आवेदन बंद हैं। आपके जवाब सेव हैं। कृपया बाद में आएँ।',
  ],
  'chat-off': [
    409,
    "Chat is closed for now. You can still read your messages. If it's urgent, please call us.",
    'चैट अभी बंद है। पुराने मैसेज पढ़ सकते हैं। ज़रूरी हो तो हमें फ़ोन करें।',
  ],
  'calls-off': [
    409,
    'Call requests are closed for now. Please call us on {phone}.',
    'कॉल के अनुरोध अभी बंद हैं। हमें {phone} पर फ़ोन करें।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
