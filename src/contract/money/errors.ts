/** Money errors: HTTP status and text in both languages. Part of `wire/errors.ts`. */
export const moneyErrors = {
  'price-changed': [
    409,
    "The fee is now ₹{amount}. You haven't been charged. Continue?",
    'फ़ीस अब ₹{amount} है। कोई पैसा नहीं कटा। आगे बढ़ें?',
  ],
  'policy-changed': [
    409,
    "The cancellation policy has changed. You haven't been charged. Please read the new one before you continue.",
    'क्लास रद्द होने के नियम बदल गए हैं। कोई पैसा नहीं कटा। आगे बढ़ने से पहले नए नियम पढ़ लें।',
  ],
  'month-not-ready': [
    409,
    "This month can't be closed yet. Reload the page to see why.",
    'यह महीना अभी बंद नहीं हो सकता। वजह देखने के लिए पेज रीलोड करें।',
  ],
  'payment-pending': [
    409,
    "Your bank hasn't confirmed an earlier payment for this yet. Please wait before paying again.",
    'इसके पहले भुगतान पर बैंक का जवाब आना बाकी है। दोबारा देने से पहले थोड़ा रुकें।',
  ],
  'demo-already-taken': [
    409,
    "You've already had a demo with this mentor. Choose monthly or hourly.",
    'इस मेंटर से आप डेमो ले चुके हैं। मासिक या घंटे वाला प्लान चुनें।',
  ],
  'order-limit': [
    409,
    'You have {most} unpaid orders. Pay one, or wait a few minutes until they expire.',
    'आपके {most} ऑर्डर का भुगतान बाकी है। किसी एक का भुगतान करें, या थोड़ी देर रुकें, वे अपने आप बंद हो जाएँगे।',
  ],
  'mentor-not-available': [
    409,
    "This mentor isn't taking bookings now. Please choose another mentor.",
    'ये मेंटर अभी बुकिंग नहीं ले रहे। कृपया दूसरा मेंटर चुनें।',
  ],
  'mode-not-offered': [
    409,
    "This mentor doesn't offer this teaching mode. Choose another one.",
    'ये मेंटर इस तरह नहीं पढ़ाते। दूसरा तरीक़ा चुनें।',
  ],
  'centre-too-large': [
    409,
    "This centre has more than {most} seats, so by law it can't take students under 16. Choose class 11 or above, or another teaching mode.",
    'इस सेंटर में {most} से ज़्यादा सीटें हैं, इसलिए क़ानूनन यहाँ 16 साल से कम उम्र के छात्र नहीं पढ़ सकते। कक्षा 11 या उससे ऊपर की कक्षा चुनें, या पढ़ने का दूसरा तरीक़ा।',
  ],
  'subject-not-offered': [
    409,
    "This mentor doesn't teach this subject. Choose another one.",
    'ये मेंटर यह विषय नहीं पढ़ाते। दूसरा विषय चुनें।',
  ],
  'subject-needed': [
    409,
    'This mentor teaches several subjects. Choose the one you want to book.',
    'ये मेंटर कई विषय पढ़ाते हैं। जिसकी क्लास चाहिए, वह विषय चुनें।',
  ],
  'not-renewable': [409, "This booking can't be renewed now.", 'यह बुकिंग अभी रिन्यू नहीं हो सकती।'],
  'email-needed': [409, 'Enter the email address to send it to.', 'जिस ई-मेल पर भेजना है, वह लिखें।'],
  'receipt-mail-limit': [
    429,
    "We've sent this receipt several times in the last hour. Check your inbox, or download it.",
    'पिछले एक घंटे में रसीद कई बार भेजी जा चुकी है। अपना मेलबॉक्स देखें, या रसीद डाउनलोड करें।',
  ],
  'payment-start-failed': [502, 'Failed to initiate payment', 'भुगतान शुरू नहीं हो सका'],
  'payout-open': [
    409,
    'A batch up to another date is open. Mark it as paid or undo it first.',
    'किसी और तारीख़ तक का बैच खुला है। पहले उसका भुगतान दर्ज करें या उसे रद्द करें।',
  ],
  'mentor-not-payable': [
    409,
    "This mentor can't take payments yet, because the payment company hasn't confirmed their bank account.",
    'ये मेंटर अभी भुगतान नहीं ले सकते, क्योंकि पेमेंट कंपनी ने उनका बैंक खाता अभी पक्का नहीं किया है।',
  ],
  'payout-account-address': [
    409,
    'The payment company only pays into bank accounts and needs your address: fill in house, street and PIN code.',
    'पेमेंट कंपनी सिर्फ़ बैंक खाते में पैसा भेजती है और उसे आपका पता चाहिए: मकान, सड़क और पिन कोड भरें।',
  ],
  'payout-account-limit': [
    429,
    'You have changed your payout account {most} times today. Please try again tomorrow.',
    'आप आज {most} बार खाता बदल चुके हैं। कृपया कल फिर कोशिश करें।',
  ],
  'payout-account-unproven': [
    409,
    "The bank hasn't confirmed this mentor's account yet, so it can't be paid.",
    'बैंक ने इस मेंटर का खाता अभी पक्का नहीं किया है, इसलिए भुगतान नहीं हो सकता।',
  ],
  'payout-account-decided': [
    409,
    'This account has already been reviewed or replaced. Reload the page.',
    'इस खाते पर फ़ैसला हो चुका है या वह बदल गया है। पेज फिर से खोलें।',
  ],
  'transfer-not-stuck': [
    409,
    "This transfer isn't stuck any more, or it is being sent right now. Reload the page.",
    'यह भुगतान अब अटका नहीं है, या इसी समय भेजा जा रहा है। पेज रीलोड करें।',
  ],
  'transfer-unclear': [
    409,
    "We can't tell from this mentor's balance at the payment company whether this transfer went through, so nothing was sent. Try again in an hour, or ask the payment company.",
    'पेमेंट कंपनी में मेंटर का बैलेंस देखकर साफ़ नहीं है कि यह भुगतान हुआ या नहीं, इसलिए कुछ नहीं भेजा गया। एक घंटे बाद फिर कोशिश करें, या पेमेंट कंपनी से पूछें।',
  ],
  'gateway-silent': [
    502,
    "The payment company didn't answer, so nothing was changed. Try again in a few minutes.",
    'पेमेंट कंपनी से जवाब नहीं मिला, इसलिए कुछ बदला नहीं गया। कुछ मिनट बाद फिर कोशिश करें।',
  ],
  'payout-empty': [
    409,
    'There is nothing to pay up to this date to mentors with bank details.',
    'इस तारीख़ तक उन मेंटर को कुछ देना बाकी नहीं है जिन्होंने बैंक की जानकारी दी है।',
  ],
  'payouts-paused': [
    409,
    'Payouts are paused since the database was restored. An owner can resume them on the payouts page.',
    'डेटाबेस पुरानी हालत पर लौटाए जाने के बाद से भुगतान रुके हुए हैं। मालिक इन्हें भुगतान के पेज पर फिर शुरू कर सकते हैं।',
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
  'payout-second-admin': [
    409,
    'Another admin must confirm a payout batch that you made.',
    'जो बैच आपने बनाया है, उसके भुगतान की पुष्टि कोई दूसरा एडमिन करेगा।',
  ],
  'payout-wait': [
    409,
    'There is no second admin, so you can confirm this batch 24 hours after you made it.',
    'दूसरा एडमिन नहीं है, इसलिए इस बैच की पुष्टि आप इसे बनाने के 24 घंटे बाद कर सकते हैं।',
  ],
  'payout-ended': [
    409,
    'This batch has already been paid or undone.',
    'इस बैच का भुगतान दर्ज हो चुका है या यह रद्द हो चुका है।',
  ],
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
  'balance-changed': [
    409,
    'The balance is now ₹{balance} for {minutes} minutes. Nothing has changed yet. Please review it.',
    'अब ₹{balance} में {minutes} मिनट हैं। अभी कुछ नहीं बदला है। कृपया फिर से देखें।',
  ],
  'balance-moved': [
    409,
    'The balance of this booking has already been transferred to another mentor. See your dashboard.',
    'इस बुकिंग का बैलेंस पहले ही दूसरे मेंटर के पास जा चुका है। अपना डैशबोर्ड देखें।',
  ],
  'balance-none': [409, 'This booking has no balance left to transfer.', 'इस बुकिंग में दूसरे मेंटर के लिए कोई बैलेंस नहीं बचा है।'],
  'balance-asked-back': [
    409,
    "You've requested a refund and we're reviewing it. Please wait for our answer.",
    'आपने यह पैसा वापस माँगा है और हम देख रहे हैं। कृपया हमारे जवाब का इंतज़ार करें।',
  ],
  'cancel-late-first': [
    409,
    'A class starts soon, and cancelling it now costs ₹{fee}. Cancel it first, or change the mentor after it.',
    'एक क्लास जल्द शुरू होने वाली है और उसे अब रद्द करने पर ₹{fee} कटेंगे। पहले उसे रद्द करें, या मेंटर क्लास के बाद बदलें।',
  ],
  'guarantee-over': [
    409,
    "This guarantee is no longer available: it has expired, or you've already used it.",
    'यह गारंटी अब नहीं मिल सकती: इसका समय निकल चुका है, या आप इसका फ़ायदा ले चुके हैं।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
