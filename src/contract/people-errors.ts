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
  'phone-has-account': [
    409,
    'This number has an account of its own, so this one cannot move to it.',
    'इस नंबर का अपना अकाउंट है, इसलिए यह अकाउंट उस पर नहीं जा सकता।',
  ],
  'phone-promised': [409, 'Another account waits to move to this number.', 'एक दूसरा अकाउंट इस नंबर पर जाने वाला है।'],
  'last-owner': [
    409,
    'This is the last owner. Make somebody else an owner first.',
    'यह आख़िरी मालिक है। पहले किसी और को मालिक बनाएँ।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
