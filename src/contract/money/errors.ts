/** Errors of money: HTTP status and words in both languages. Part of `wire/errors.ts`. */
export const moneyErrors = {
  'price-changed': [
    409,
    'The fee is now ₹{amount}. Nothing was charged. Continue?',
    'फ़ीस अब ₹{amount} है। कोई पैसा नहीं कटा। आगे बढ़ें?',
  ],
  'payment-pending': [
    409,
    'Your bank has not answered about an earlier payment for this. Please wait before paying again.',
    'इसके पहले भुगतान पर बैंक का जवाब आना बाकी है। दोबारा देने से पहले थोड़ा रुकें।',
  ],
  'demo-already-taken': [
    409,
    'You have already taken a demo of this subject with this mentor. Choose monthly or hourly.',
    'इस मेंटर से इस विषय का डेमो आप ले चुके हैं। मासिक या घंटे वाला प्लान चुनें।',
  ],
  'mentor-not-available': [
    409,
    'This mentor is not taking bookings now. Please choose another mentor.',
    'ये मेंटर अभी बुकिंग नहीं ले रहे। कृपया दूसरा मेंटर चुनें।',
  ],
  'mode-not-offered': [
    409,
    'This mentor does not teach this way. Choose another place.',
    'ये मेंटर इस तरह नहीं पढ़ाते। दूसरी जगह चुनें।',
  ],
  'subject-not-offered': [
    409,
    'This mentor does not teach this subject. Choose another subject.',
    'ये मेंटर यह विषय नहीं पढ़ाते। दूसरा विषय चुनें।',
  ],
  'subject-needed': [
    409,
    'This mentor teaches several subjects. Choose the one you want to book.',
    'ये मेंटर कई विषय पढ़ाते हैं। जिसकी क्लास चाहिए, वह विषय चुनें।',
  ],
  'not-renewable': [409, 'This booking cannot be renewed now.', 'यह बुकिंग अभी रिन्यू नहीं हो सकती।'],
  'email-needed': [409, 'Which e-mail address should it go to?', 'किस ई-मेल पते पर भेजें?'],
  'receipt-mail-limit': [
    429,
    'The receipt has been sent several times in the last hour. Please look in your mailbox, or download it.',
    'पिछले एक घंटे में रसीद कई बार भेजी जा चुकी है। अपना मेलबॉक्स देखें, या रसीद डाउनलोड करें।',
  ],
  'payment-start-failed': [502, 'Failed to initiate payment', 'भुगतान शुरू नहीं हो सका'],
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
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
