/** Errors of going on with another mentor, and of the first class's guarantee: HTTP status and words in both languages. */
export const replacementErrors = {
  'balance-changed': [
    409,
    'Meanwhile it is ₹{balance} for {minutes} minutes. Nothing was changed yet. Please look again.',
    'अब ₹{balance} में {minutes} मिनट हैं। अभी कुछ नहीं बदला है। कृपया फिर से देखें।',
  ],
  'balance-moved': [
    409,
    'The balance of this booking is with another mentor already. See your dashboard.',
    'इस बुकिंग की बची राशि पहले ही दूसरे मेंटर के पास है। अपना डैशबोर्ड देखें।',
  ],
  'balance-none': [
    409,
    'Nothing of this booking is left that another mentor could teach for.',
    'इस बुकिंग में कुछ नहीं बचा है जिससे दूसरे मेंटर पढ़ा सकें।',
  ],
  'balance-asked-back': [
    409,
    'You asked for this money back, and we are looking into it. Please wait for our answer.',
    'आपने यह पैसा वापस माँगा है और हम देख रहे हैं। कृपया हमारे जवाब का इंतज़ार करें।',
  ],
  'guarantee-over': [
    409,
    'The fee of this class cannot go back this way any more: its 48 hours are over, or it was used before.',
    'इस क्लास की फ़ीस अब ऐसे वापस नहीं हो सकती: 48 घंटे बीत गए या यह पहले हो चुका है।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
