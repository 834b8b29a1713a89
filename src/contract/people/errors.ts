/** Errors of people: HTTP status and message in both languages. Merged in `wire/errors.ts`. */
export const peopleErrors = {
  'otp-too-soon': [429, 'You can request another code in {seconds} seconds.', 'दूसरा कोड {seconds} सेकंड बाद मँगा सकते हैं।'],
  'otp-wait': [
    429,
    'Many codes were requested for this number. You can request another one here in {minutes} minutes, or log in on a device you have used before.',
    'इस नंबर के लिए कई कोड मँगाए गए हैं। यहाँ अगला कोड {minutes} मिनट बाद मँगा सकते हैं, या उस डिवाइस पर लॉग इन करें जिस पर पहले कर चुके हैं।',
  ],
  'otp-busy': [
    429,
    "We can't send more codes to new devices right now. Try again in {minutes} min, or log in on a device you have used before.",
    'अभी नए डिवाइस पर और कोड नहीं भेज सकते। {minutes} मिनट बाद फिर कोशिश करें, या उस डिवाइस पर लॉग इन करें जिस पर पहले कर चुके हैं।',
  ],
  'otp-day-limit': [
    429,
    'Too many codes for this number today. Try again tomorrow or call us.',
    'आज इस नंबर पर बहुत कोड भेजे जा चुके हैं। कल कोशिश करें या हमें फ़ोन करें।',
  ],
  'sms-failed': [
    502,
    "We couldn't send the code. Please try again in a minute.",
    'कोड नहीं भेजा जा सका। एक मिनट बाद फिर कोशिश करें।',
  ],
  'recovery-code-wrong': [
    401,
    'This recovery code is wrong or has already been used.',
    'यह रिकवरी कोड सही नहीं है या पहले इस्तेमाल हो चुका है।',
  ],
  'otp-wrong': [
    401,
    "That code doesn't match. You have {triesLeft} tries left.",
    'कोड मेल नहीं खाया। {triesLeft} कोशिशें बाकी हैं।',
  ],
  'otp-wrong-last': [401, "That code doesn't match. You have 1 try left.", 'कोड मेल नहीं खाया। 1 कोशिश बाकी है।'],
  'otp-expired': [401, 'This code has expired. Request a new one.', 'इस कोड का समय निकल गया। नया कोड मँगाएँ।'],
  'otp-used': [401, 'This code has already been used. Request a new one.', 'यह कोड इस्तेमाल हो चुका है। नया कोड मँगाएँ।'],
  'otp-blocked': [401, 'Too many wrong codes. Request a new one.', 'कई बार ग़लत कोड डाला गया। नया कोड मँगाएँ।'],
  'otp-unknown': [
    401,
    "We couldn't find this code request. Request a new code.",
    'यह कोड हमारे पास नहीं है। नया कोड मँगाएँ।',
  ],
  'otp-check-failed': [
    502,
    "We couldn't check the code. Please try again.",
    'अभी कोड की जाँच नहीं हो सकी। फिर कोशिश करें।',
  ],
  'second-factor-needed': [401, 'Also enter the code from your authenticator app.', 'अपने ऑथेंटिकेटर ऐप का कोड भी डालें।'],
  'second-factor-wrong': [
    401,
    "The authenticator code doesn't match. Try the next one.",
    'ऑथेंटिकेटर का कोड मेल नहीं खाया। अगला कोड डालें।',
  ],
  'second-factor-unreadable': [
    409,
    "We can't check authenticator codes saved with a secret key that is now missing. Log in with a passkey, or ask whoever runs the server to reset your login (npm run admin -- --invite).",
    'जिस सीक्रेट की से आपका ऑथेंटिकेटर सेव हुआ था, वह सर्वर पर नहीं है, इसलिए कोड की जाँच नहीं हो सकती। पासकी से लॉग इन करें, या सर्वर चलाने वाले से अपना लॉग इन रीसेट कराएँ (npm run admin -- --invite)।',
  ],
  'second-factor-new': [
    401,
    'Set up an authenticator app first, then enter its code.',
    'पहले ऑथेंटिकेटर ऐप जोड़ें, फिर उसका कोड डालें।',
  ],
  'passkey-refused': [
    401,
    "We couldn't verify this passkey. Please try again, or log in with a code.",
    'इस पासकी की जाँच नहीं हो सकी। फिर कोशिश करें, या कोड से लॉग इन करें।',
  ],
  'passkey-known': [409, 'This passkey has already been added.', 'यह पासकी पहले से जुड़ी है।'],
  'passkey-limit': [
    409,
    'You already have {most} passkeys. Remove one before you add another.',
    'आपके पास पहले से {most} पासकी हैं। नई जोड़ने से पहले एक हटाएँ।',
  ],
  'fresh-login-needed': [
    403,
    'For your safety, log out and log in again, then make this change within 10 minutes.',
    'आपकी सुरक्षा के लिए: लॉग आउट करके फिर लॉग इन करें और 10 मिनट के अंदर यह बदलाव करें।',
  ],
  'account-suspended': [
    403,
    'This account is suspended. Please contact us through the contact page.',
    'यह अकाउंट रोक दिया गया है। कृपया संपर्क पेज से हमें लिखें।',
  ],
  'is-admin': [
    409,
    'This person is an admin. Remove their admin role first.',
    'यह व्यक्ति एडमिन है। पहले एडमिन की भूमिका हटाएँ।',
  ],
  'admin-suspended': [
    409,
    'The account for this number is suspended. Restore it first.',
    'इस नंबर का अकाउंट रुका हुआ है। पहले उसे चालू करें।',
  ],
  'mentor-account-suspended': [
    409,
    "This mentor's account is suspended. Restore the account first.",
    'इस मेंटर का अकाउंट रुका हुआ है। पहले अकाउंट चालू करें।',
  ],
  'already-admin': [
    409,
    'This number belongs to {name}, who is already an admin. Change the name or role in the list above.',
    'यह नंबर {name} का है, जो पहले से एडमिन है। नाम या भूमिका ऊपर की सूची में बदलें।',
  ],
  'admin-is-family': [
    409,
    "This number belongs to a family: {name}. Check it, or confirm that it's correct.",
    'यह एक परिवार का नंबर है: {name}। जाँचें, या पुष्टि करें कि सही है।',
  ],
  'admin-is-mentor': [
    409,
    "This number belongs to a mentor: {name}. Check it, or confirm that it's correct.",
    'यह एक मेंटर का नंबर है: {name}। जाँचें, या पुष्टि करें कि सही है।',
  ],
  'own-admin-role': [
    409,
    "This is your own role. You'll lose access to admins, fees and settings. Please confirm.",
    'यह आपकी अपनी भूमिका है: इसके बाद आप एडमिन, फ़ीस और सेटिंग्स नहीं बदल पाएँगे। पुष्टि करें कि आप यही चाहते हैं।',
  ],
  'phone-has-account': [
    409,
    "This number already has an account in use, so you can't move this account to it.",
    'इस नंबर का अपना अकाउंट है जो इस्तेमाल हुआ है, इसलिए यह अकाउंट उस पर नहीं जा सकता।',
  ],
  'phone-change-gone': [
    409,
    'This change of number is no longer pending. Please reload the page.',
    'अब कोई इस नंबर के लिए इंतज़ार में नहीं है। कृपया फिर से देखें।',
  ],
  'phone-own-approval': [
    409,
    'You requested this change, so another admin (owner or operations) must approve it.',
    'यह अनुरोध आपका है, इसलिए मंज़ूरी कोई दूसरा एडमिन (मालिक या ऑपरेशन्स) दे।',
  ],
  'phone-confirm-login': [
    409,
    "Log out, then log in again with your current number to prove it's yours.",
    'पहले लॉग आउट करके अपने मौजूदा नंबर से फिर लॉग इन करें: वही कोड बताता है कि नंबर आपका है।',
  ],
  'phone-same': [409, 'The account already has this number.', 'इस अकाउंट का नंबर पहले से यही है।'],
  'phone-promised': [409, 'Another account is already moving to this number.', 'एक दूसरा अकाउंट इस नंबर पर जाने वाला है।'],
  'last-owner': [
    409,
    'This is the last owner. Make someone else an owner first.',
    'यह आख़िरी मालिक है। पहले किसी और को मालिक बनाएँ।',
  ],
  'learner-has-classes': [
    409,
    'This child has an active booking. You can remove the child when it ends.',
    'इस बच्चे की एक बुकिंग अभी चल रही है। उसके ख़त्म होने पर हटाएँ।',
  ],
  'own-booking': [
    409,
    "This is your own profile. You can't book your own classes.",
    'यह आपकी अपनी प्रोफ़ाइल है: अपनी ही क्लास कोई बुक नहीं कर सकता।',
  ],
  'learner-limit': [
    409,
    "You've already added {most} children. Remove one before you add another.",
    'यहाँ पहले से {most} बच्चे हैं। नया जोड़ने से पहले किसी एक को हटाएँ।',
  ],
  'parent-consent-needed': [
    409,
    'A parent or guardian has to agree before a student under 18 is added. Tell us who you are and tick the box.',
    '18 से कम उम्र के छात्र को जोड़ने से पहले माता-पिता या अभिभावक की सहमति चाहिए। बताएँ कि आप कौन हैं और बॉक्स पर टिक करें।',
  ],
  'consent-changed': [
    409,
    'The text you agreed to has changed. Please read the new text and agree again. What you entered is still here.',
    'जिन बातों पर आपने सहमति दी, वे बदल गई हैं। नई बातें पढ़कर फिर सहमति दें। आपने जो भरा है, वह यहीं है।',
  ],
  'account-consent-needed': [409, 'Please agree to how we use your data first.', 'पहले अपने डेटा के इस्तेमाल पर सहमति दें।'],
  'consent-needed': [
    409,
    'You have withdrawn your consent for this. Give it again in Settings > Privacy to continue.',
    'इसकी सहमति आप वापस ले चुके हैं। आगे बढ़ने के लिए सेटिंग > प्राइवेसी में फिर सहमति दें।',
  ],
  'conduct-needed': [409, 'Please read and accept the code of conduct first.', 'पहले आचार संहिता पढ़ें और स्वीकार करें।'],
  'consent-ends-with-account': [
    409,
    "The account can't work without this consent. To withdraw it, erase the account.",
    'इस सहमति के बिना अकाउंट नहीं चल सकता। इसे वापस लेने के लिए अकाउंट मिटाएँ।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
