/** Errors of accounts that an admin looks after: HTTP status and words in both languages. */
export const peopleErrors = {
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
} as const satisfies Record<string, readonly [number, string, string]>
