/** Errors of people: HTTP status and words in both languages. Part of `wire/errors.ts`. */
export const peopleErrors = {
  'otp-too-soon': [429, 'You can ask for another code in {seconds} s.', 'दूसरा कोड {seconds} सेकंड बाद मँगा सकते हैं।'],
  'otp-day-limit': [
    429,
    'Too many codes for this number today. Try again tomorrow or call us.',
    'आज इस नंबर पर बहुत कोड भेजे जा चुके हैं। कल कोशिश करें या हमें फ़ोन करें।',
  ],
  'sms-failed': [
    502,
    'The code could not be sent. Please try again in a minute.',
    'कोड नहीं भेजा जा सका। एक मिनट बाद फिर कोशिश करें।',
  ],
  'recovery-code-wrong': [
    401,
    'This recovery code is not right, or it was used before.',
    'यह रिकवरी कोड सही नहीं है या पहले इस्तेमाल हो चुका है।',
  ],
  'otp-wrong': [
    401,
    'That code does not match. You have {triesLeft} tries left.',
    'कोड मेल नहीं खाया। {triesLeft} कोशिशें बाकी हैं।',
  ],
  'otp-wrong-last': [401, 'That code does not match. You have 1 try left.', 'कोड मेल नहीं खाया। 1 कोशिश बाकी है।'],
  'otp-expired': [401, 'This code has expired. Ask for a new one.', 'इस कोड का समय निकल गया। नया कोड मँगाएँ।'],
  'otp-used': [401, 'This code was used already. Ask for a new one.', 'यह कोड इस्तेमाल हो चुका है। नया कोड मँगाएँ।'],
  'otp-blocked': [401, 'Too many wrong codes. Ask for a new one.', 'कई बार ग़लत कोड डाला गया। नया कोड मँगाएँ।'],
  'otp-unknown': [401, 'We do not know this code request. Ask for a new code.', 'यह कोड हमारे पास नहीं है। नया कोड मँगाएँ।'],
  'otp-check-failed': [
    502,
    'The code could not be checked just now. Please try again.',
    'अभी कोड की जाँच नहीं हो सकी। फिर कोशिश करें।',
  ],
  'second-factor-needed': [401, 'Enter the code of your authenticator app too.', 'अपने ऑथेंटिकेटर ऐप का कोड भी डालें।'],
  'second-factor-wrong': [
    401,
    'The authenticator code does not match. Try the next one.',
    'ऑथेंटिकेटर का कोड मेल नहीं खाया। अगला कोड डालें।',
  ],
  'second-factor-new': [
    401,
    'Set up an authenticator app first, then enter its code.',
    'पहले ऑथेंटिकेटर ऐप जोड़ें, फिर उसका कोड डालें।',
  ],
  'account-suspended': [
    403,
    'This account is suspended. Please write to us on the contact page.',
    'यह अकाउंट रोक दिया गया है। कृपया संपर्क पेज से हमें लिखें।',
  ],
  'is-admin': [
    409,
    'This person is an admin. Take the admin role away first.',
    'यह व्यक्ति एडमिन है। पहले एडमिन की भूमिका हटाएँ।',
  ],
  'admin-suspended': [
    409,
    'The account of this number is suspended. Restore it first.',
    'इस नंबर का अकाउंट रुका हुआ है। पहले उसे चालू करें।',
  ],
  'mentor-account-suspended': [
    409,
    'The account of this mentor is suspended. Restore the account first.',
    'इस मेंटर का अकाउंट रुका हुआ है। पहले अकाउंट चालू करें।',
  ],
  'already-admin': [
    409,
    'This number is of {name}, who is an admin already. Change name or role in the list above.',
    'यह नंबर {name} का है, जो पहले से एडमिन है। नाम या भूमिका ऊपर की सूची में बदलें।',
  ],
  'admin-is-family': [
    409,
    'This is the number of a family: {name}. Check it, or confirm that it is right.',
    'यह एक परिवार का नंबर है: {name}। जाँचें, या पुष्टि करें कि सही है।',
  ],
  'admin-is-mentor': [
    409,
    'This is the number of a mentor: {name}. Check it, or confirm that it is right.',
    'यह एक मेंटर का नंबर है: {name}। जाँचें, या पुष्टि करें कि सही है।',
  ],
  'own-admin-role': [
    409,
    'This is your own role: afterwards you cannot change admins, fees and settings. Confirm that you mean it.',
    'यह आपकी अपनी भूमिका है: इसके बाद आप एडमिन, फ़ीस और सेटिंग्स नहीं बदल पाएँगे। पुष्टि करें कि आप यही चाहते हैं।',
  ],
  'phone-has-account': [
    409,
    'This number has an account of its own that was used, so this one cannot move to it.',
    'इस नंबर का अपना अकाउंट है जो इस्तेमाल हुआ है, इसलिए यह अकाउंट उस पर नहीं जा सकता।',
  ],
  'phone-change-gone': [
    409,
    'Nobody waits for this number any more. Please look again.',
    'अब कोई इस नंबर के लिए इंतज़ार में नहीं है। कृपया फिर से देखें।',
  ],
  'phone-own-approval': [
    409,
    'Who asked for another number does not approve it: another admin (owner or operations) has to.',
    'जिसने नया नंबर माँगा, वह मंज़ूरी नहीं दे सकता: कोई दूसरा एडमिन (मालिक या संचालन) दे।',
  ],
  'phone-confirm-login': [
    409,
    'Log out and in again with your present number first: that code proves it is yours.',
    'पहले लॉग आउट करके अपने मौजूदा नंबर से फिर लॉग इन करें: वही कोड बताता है कि नंबर आपका है।',
  ],
  'phone-same': [409, 'This is the number the account has already.', 'इस अकाउंट का नंबर पहले से यही है।'],
  'phone-promised': [409, 'Another account waits to move to this number.', 'एक दूसरा अकाउंट इस नंबर पर जाने वाला है।'],
  'last-owner': [
    409,
    'This is the last owner. Make somebody else an owner first.',
    'यह आख़िरी मालिक है। पहले किसी और को मालिक बनाएँ।',
  ],
  'learner-has-classes': [
    409,
    'This child has a booking that is still going on. Once that has ended, the child can be removed.',
    'इस बच्चे की एक बुकिंग अभी चल रही है। उसके ख़त्म होने पर हटाएँ।',
  ],
  'own-booking': [
    409,
    'This is your own profile: you cannot book your own classes.',
    'यह आपकी अपनी प्रोफ़ाइल है: अपनी ही क्लास कोई बुक नहीं कर सकता।',
  ],
  'learner-limit': [
    409,
    'You have {most} children here. Remove one before you add another.',
    'यहाँ पहले से {most} बच्चे हैं। नया जोड़ने से पहले किसी एक को हटाएँ।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
