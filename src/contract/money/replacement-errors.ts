/** Errors of going on with another mentor, and of the first class's guarantee: HTTP status and words in both languages. */
export const replacementErrors = {
  'balance-changed': [
    409,
    'The balance is now ₹{balance} for {minutes} minutes. Nothing has changed yet. Please review it.',
    'अब ₹{balance} में {minutes} मिनट हैं। अभी कुछ नहीं बदला है। कृपया फिर से देखें।',
  ],
  'balance-moved': [
    409,
    'The balance of this booking has already been transferred to another mentor. See your dashboard.',
    'इस बुकिंग की बची राशि पहले ही दूसरे मेंटर के पास है। अपना डैशबोर्ड देखें।',
  ],
  'balance-none': [409, 'This booking has no balance left to transfer.', 'इस बुकिंग में दूसरे मेंटर के लिए कोई बैलेंस नहीं बचा है।'],
  'balance-asked-back': [
    409,
    "You've requested a refund and we're reviewing it. Please wait for our answer.",
    'आपने यह पैसा वापस माँगा है और हम देख रहे हैं। कृपया हमारे जवाब का इंतज़ार करें।',
  ],
  'guarantee-over': [
    409,
    "This guarantee is no longer available: the 48 hours are over, or you've already used it.",
    'यह गारंटी अब नहीं मिल सकती: 48 घंटे बीत गए या आप इसे ले चुके हैं।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
