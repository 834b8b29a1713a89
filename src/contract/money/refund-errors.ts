/** Codes of money that goes back, a part of the table of `errors.ts`. */
export const refundErrors = {
  'refund-not-due': [
    409,
    "You can request this if the mentor hasn't scheduled a class in time. For anything else, please call us.",
    'मेंटर समय पर कोई क्लास तय न करें, तभी यह माँगा जा सकता है। बाकी बातों के लिए हमें फ़ोन करें।',
  ],
  'refund-too-large': [409, 'This is more than the balance of this order.', 'इस ऑर्डर में इतना पैसा बाकी नहीं है।'],
  'refund-changed': [
    409,
    'The balance of this order has changed. Review it before you decide.',
    'इस बीच इस ऑर्डर का बचा पैसा बदल गया है। फिर से देखकर तय करें।',
  ],
  'refund-asked': [
    409,
    'The family has requested this refund. Decide that request first.',
    'परिवार ने यह पैसा वापस माँगा है। पहले उस अनुरोध पर फ़ैसला करें।',
  ],
  'booking-over': [409, 'This booking has already ended.', 'यह बुकिंग पहले ही ख़त्म हो चुकी है।'],
  'refund-moved': [
    409,
    "This refund's status has changed. Reload to see it.",
    'इस रिफ़ंड की स्थिति बदल चुकी है। देखने के लिए पेज फिर लोड करें।',
  ],
  'refund-other-gateway': [
    409,
    "This order was paid through another payment company, so you can't refund it here.",
    'यह ऑर्डर किसी दूसरी पेमेंट कंपनी से चुकाया गया था, इसलिए यहाँ से पैसा वापस नहीं जा सकता।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
