/** Codes of disputes and payouts, a part of the table of `errors.ts`. */
export const settlementErrors = {
  'dispute-open': [
    409,
    "You reported this class and we're looking into it. If it did take place, withdraw your report.",
    'आपने इस क्लास की शिकायत की है और हम इसे देख रहे हैं। क्लास हुई थी, यह कहने के लिए शिकायत वापस लें।',
  ],
  'dispute-not-held': [
    409,
    "This class isn't marked as held, so you aren't charged for it and can't report it.",
    'यह क्लास हुई ऐसा दर्ज नहीं है, इसलिए इसका कोई पैसा नहीं लगा। शिकायत की ज़रूरत नहीं है।',
  ],
  'dispute-too-late': [
    409,
    "It's too late to report this class. For anything else, please call us.",
    'इस क्लास की शिकायत का समय निकल चुका है। किसी और बात के लिए हमें फ़ोन करें।',
  ],
  'dispute-decided': [
    409,
    'This has already been decided: ₹{mentor} for the class, ₹{family} returned to the family.',
    'इस बीच फ़ैसला हो चुका है: क्लास के ₹{mentor}, परिवार को वापस ₹{family}।',
  ],
  'dispute-withdrawn': [
    409,
    'The family has withdrawn the report, so there is nothing to decide.',
    'इस बीच परिवार ने शिकायत वापस ले ली है, इसलिए फ़ैसले की ज़रूरत नहीं है।',
  ],
  'correction-changed': [
    409,
    'The cost of this class has changed. Review it before you decide.',
    'इस बीच इस क्लास की फ़ीस बदल गई है। फिर से देखकर तय करें।',
  ],
  'appeal-changed': [
    409,
    'The amounts of this decision have changed. Review them before you decide.',
    'इस बीच इस फ़ैसले का हिसाब बदल गया है। फिर से देखकर तय करें।',
  ],
  'correction-too-large': [409, 'This is more than the class cost.', 'यह इस क्लास की फ़ीस से ज़्यादा है।'],
  'payout-open': [
    409,
    'A batch up to another date is open. Mark it as paid or undo it first.',
    'किसी और तारीख़ तक का बैच खुला है। पहले उसका भुगतान दर्ज करें या उसे रद्द करें।',
  ],
  'payout-empty': [
    409,
    'There is nothing to pay up to this date to mentors with bank details.',
    'इस तारीख़ तक उन मेंटर को कुछ देना बाकी नहीं है जिन्होंने बैंक की जानकारी दी है।',
  ],
  'payout-changed': [
    409,
    'This batch is now ₹{amount}. Nothing was recorded. Compare it with what the bank paid.',
    'यह बैच अब ₹{amount} का है। कुछ दर्ज नहीं हुआ। बैंक ने जितना भेजा, उससे मिलाकर देखें।',
  ],
  'payout-sent': [
    409,
    "The bank CSV was downloaded, so the bank may have paid. If it didn't, tick that and try again.",
    'बैंक का CSV डाउनलोड हो चुका है, इसलिए बैंक ने शायद पैसे भेज दिए हों। अगर नहीं भेजे, तो वह टिक करके फिर कोशिश करें।',
  ],
  'payout-bank-short': [
    409,
    "According to our books, the bank balance is too low for this batch. Nothing was recorded. On the Reconciliation page, check whether a gateway transfer is missing or owner's funds must be deposited for demos and fees.",
    'हमारे खातों के हिसाब से बैंक में इस बैच के लिए पैसा कम है। कुछ दर्ज नहीं हुआ। “मिलान” पेज देखें: गेटवे का भेजा पैसा शायद अभी दर्ज नहीं है, या डेमो और गेटवे की फ़ीस के लिए मालिक का पैसा जमा करना है।',
  ],
  'own-money-short': [
    409,
    'This is more than was deposited, or more than our books show in the bank. Nothing was recorded.',
    'यह जमा की गई रकम से ज़्यादा है, या हमारे खातों के हिसाब से बैंक में इतना नहीं है। कुछ दर्ज नहीं हुआ।',
  ],
  'payout-unpaid': [409, 'Only paid batches have a reference.', 'रेफ़रेंस सिर्फ़ उस बैच का होता है जिसका भुगतान दर्ज हो चुका है।'],
  'payout-ended': [
    409,
    'This batch has already been paid or undone.',
    'इस बैच का भुगतान दर्ज हो चुका है या यह रद्द हो चुका है।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
