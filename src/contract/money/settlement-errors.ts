/** Codes of disputes and payouts, a part of the table of `errors.ts`. */
export const settlementErrors = {
  'dispute-open': [
    409,
    'You reported this class, and we look into it. To say that it took place, take your report back.',
    'आपने इस क्लास की शिकायत की है और हम इसे देख रहे हैं। क्लास हुई थी, यह कहने के लिए शिकायत वापस लें।',
  ],
  'dispute-not-held': [
    409,
    'This class is not marked as held, so it costs nothing. There is nothing to report.',
    'यह क्लास हुई ऐसा दर्ज नहीं है, इसलिए इसका कोई पैसा नहीं लगा। शिकायत की ज़रूरत नहीं है।',
  ],
  'dispute-too-late': [
    409,
    'The time to report this class is over. For anything else please call us.',
    'इस क्लास की शिकायत का समय निकल चुका है। किसी और बात के लिए हमें फ़ोन करें।',
  ],
  'dispute-decided': [
    409,
    'This was decided meanwhile: ₹{mentor} for the class, ₹{family} back to the family.',
    'इस बीच फ़ैसला हो चुका है: क्लास के ₹{mentor}, परिवार को वापस ₹{family}।',
  ],
  'dispute-withdrawn': [
    409,
    'The family took its report back meanwhile, so there is nothing to decide.',
    'इस बीच परिवार ने शिकायत वापस ले ली है, इसलिए फ़ैसले की ज़रूरत नहीं है।',
  ],
  'correction-changed': [
    409,
    'What this class costs has changed meanwhile. Look at it again, then decide.',
    'इस बीच इस क्लास की फ़ीस बदल गई है। फिर से देखकर तय करें।',
  ],
  'appeal-changed': [
    409,
    'What this decision comes to has changed meanwhile. Look at it again, then decide.',
    'इस बीच इस फ़ैसले का हिसाब बदल गया है। फिर से देखकर तय करें।',
  ],
  'correction-too-large': [409, 'This is more than the class cost.', 'यह इस क्लास की फ़ीस से ज़्यादा है।'],
  'payout-open': [
    409,
    'A batch up to another day is open. Pay it or undo it first.',
    'किसी और तारीख़ तक का बैच खुला है। पहले उसका भुगतान दर्ज करें या उसे रद्द करें।',
  ],
  'payout-empty': [
    409,
    'There is nothing to pay out up to this day to mentors who gave their bank details.',
    'इस तारीख़ तक उन मेंटर को कुछ देना बाकी नहीं है जिन्होंने बैंक की जानकारी दी है।',
  ],
  'payout-changed': [
    409,
    'This batch now comes to ₹{amount}. Nothing was written down. Compare it with what the bank paid.',
    'यह बैच अब ₹{amount} का है। कुछ दर्ज नहीं हुआ। बैंक ने जितना भेजा, उससे मिलाकर देखें।',
  ],
  'payout-sent': [
    409,
    'The CSV for the bank was downloaded, so the bank may have paid. If it did not, tick that and try again.',
    'बैंक का CSV डाउनलोड हो चुका है, इसलिए बैंक ने शायद पैसे भेज दिए हों। अगर नहीं भेजे, तो वह टिक करके फिर कोशिश करें।',
  ],
  'payout-bank-short': [
    409,
    'By our books the bank account does not hold enough for this batch. Nothing was written down. Look at the books: what the gateway transferred may be missing there, or money of ours has to go in for demos and fees.',
    'हमारे खातों के हिसाब से बैंक में इस बैच के लिए पैसा कम है। कुछ दर्ज नहीं हुआ। खाते देखें: गेटवे का भेजा पैसा शायद अभी वहाँ दर्ज नहीं है, या डेमो और गेटवे की फ़ीस के लिए हमारा पैसा डालना है।',
  ],
  'own-money-short': [
    409,
    'That is more than we put in, or than is left of it in the bank by our books. Nothing was written down.',
    'यह उससे ज़्यादा है जो हमने डाला था, या जो उसमें से हमारे खातों के हिसाब से बैंक में बचा है। कुछ दर्ज नहीं हुआ।',
  ],
  'payout-unpaid': [
    409,
    'Only a batch that was paid has a reference.',
    'रेफ़रेंस सिर्फ़ उस बैच का होता है जिसका भुगतान दर्ज हो चुका है।',
  ],
  'payout-ended': [409, 'This batch was paid or undone already.', 'इस बैच का भुगतान दर्ज हो चुका है या यह रद्द हो चुका है।'],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
