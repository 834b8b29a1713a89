/** Errors of accounts that an admin looks after: HTTP status and words in both languages. */
export const peopleErrors = {
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
} as const satisfies Record<string, readonly [number, string, string]>
