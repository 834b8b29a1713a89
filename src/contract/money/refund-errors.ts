/** Codes of money that goes back, a part of the table of `errors.ts`. */
export const refundErrors = {
  'refund-not-due': [
    409,
    'This can be asked for when the mentor has set no class in time. For anything else please call us.',
    'मेंटर समय पर कोई क्लास तय न करें, तभी यह माँगा जा सकता है। बाकी बातों के लिए हमें फ़ोन करें।',
  ],
  'refund-too-large': [409, 'This is more than what is left of this order.', 'इस ऑर्डर में इतना पैसा बाकी नहीं है।'],
  'refund-changed': [
    409,
    'The money left of this order has changed meanwhile. Look at it again, then decide.',
    'इस बीच इस ऑर्डर का बचा पैसा बदल गया है। फिर से देखकर तय करें।',
  ],
  'refund-asked': [
    409,
    'The family asked for this money back. Decide that request first.',
    'परिवार ने यह पैसा वापस माँगा है। पहले उस अनुरोध पर फ़ैसला करें।',
  ],
  'booking-over': [409, 'This booking is over already.', 'यह बुकिंग पहले ही ख़त्म हो चुकी है।'],
  'refund-moved': [
    409,
    'This refund stands elsewhere now, so this step is not possible.',
    'इस रिफ़ंड की स्थिति बदल चुकी है, इसलिए यह कदम नहीं हो सकता।',
  ],
  'refund-other-gateway': [
    409,
    'This order was paid through another payment company, so nothing can be sent back from here.',
    'यह ऑर्डर किसी दूसरी पेमेंट कंपनी से चुकाया गया था, इसलिए यहाँ से पैसा वापस नहीं जा सकता।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
