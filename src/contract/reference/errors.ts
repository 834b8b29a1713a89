/** Errors of reference: HTTP status and messages in English and Hindi. Part of `wire/errors.ts`. */
export const referenceErrors = {
  'upload-preset-missing': [400, 'Upload preset must be specified.', 'अपलोड प्रीसेट बताना ज़रूरी है।'],
  'upload-preset-unknown': [400, 'Upload preset not found.', 'यह अपलोड प्रीसेट नहीं है।'],
  'upload-no-file': [400, 'Choose a file first.', 'पहले फ़ाइल चुनें।'],
  'upload-one-file': [400, 'Please send one file at a time.', 'एक बार में एक ही फ़ाइल भेजें।'],
  'file-empty': [400, 'This file is empty. Choose another one.', 'यह फ़ाइल ख़ाली है। दूसरी चुनें।'],
  'upload-gap': [409, "Part of the file didn't arrive. Please try again.", 'फ़ाइल का एक हिस्सा नहीं पहुँचा। फिर कोशिश करें।'],
  'upload-changed': [
    409,
    "This isn't the file that was being uploaded. Please choose it again.",
    'जो फ़ाइल अपलोड हो रही थी, यह वह नहीं है। फ़ाइल फिर से चुनें।',
  ],
  'link-expired': [410, 'This link has expired. Open the file again.', 'इस लिंक का समय निकल गया। फ़ाइल फिर से खोलें।'],
  'file-too-large': [
    413,
    'This file is larger than {most} MB. Choose a smaller one.',
    'यह फ़ाइल {most} MB से बड़ी है। छोटी फ़ाइल चुनें।',
  ],
  'file-type': [
    415,
    "This type of file isn't accepted here. Use {types}.",
    'यहाँ इस तरह की फ़ाइल नहीं चलेगी। {types} में से कोई चुनें।',
  ],
  'file-broken': [
    422,
    'This file is damaged or incomplete. Check that it opens, then send it again.',
    'यह फ़ाइल ख़राब या अधूरी है। खोलकर देखें, फिर दोबारा भेजें।',
  ],
  'photo-too-small': [
    422,
    'This photo is too small. It must be at least {least} pixels wide and high.',
    'यह फ़ोटो बहुत छोटी है। लंबाई और चौड़ाई कम से कम {least} पिक्सल हो।',
  ],
  'photo-too-many-pixels': [
    422,
    'A picture has more than {most} megapixels. Choose a smaller one.',
    'यह तस्वीर {most} मेगापिक्सल से बड़ी है। छोटी चुनें।',
  ],
  'pdf-too-long': [422, 'This PDF has more than {most} pages.', 'इस PDF में {most} से ज़्यादा पेज हैं।'],
  'pdf-locked': [
    422,
    'This PDF has a password. Save it without one and send it again.',
    'यह PDF पासवर्ड माँगती है। बिना पासवर्ड के सेव करके फिर भेजें।',
  ],
  'pdf-active': [
    422,
    'This PDF contains a script or other files. Print it to a new PDF and send that one.',
    'इस PDF में स्क्रिप्ट या दूसरी फ़ाइलें हैं। इसे नई PDF में प्रिंट करके वह भेजें।',
  ],
  'aadhaar-visible': [
    422,
    'This file shows a full Aadhaar number. Send a masked Aadhaar (only the last four digits), or another document.',
    'इस फ़ाइल में पूरा आधार नंबर दिख रहा है। मास्क्ड आधार (सिर्फ़ आख़िरी चार अंक) या कोई दूसरा दस्तावेज़ भेजें।',
  ],
  'document-unreadable': [
    422,
    "We couldn't read this document. Take a sharper photo of the page only, and send it again.",
    'हम यह दस्तावेज़ पढ़ नहीं सके। सिर्फ़ पेज की साफ़ फ़ोटो लेकर फिर भेजें।',
  ],
  'file-infected': [
    422,
    'This file contains a virus. Check your device, and send another file.',
    'इस फ़ाइल में वायरस है। अपना फ़ोन या कंप्यूटर जाँचें और दूसरी फ़ाइल भेजें।',
  ],
  'upload-limit': [
    429,
    "You've uploaded many files in the last hour. Please try again later.",
    'पिछले एक घंटे में आपने बहुत फ़ाइलें भेजीं। थोड़ी देर बाद भेजें।',
  ],
  'upload-failed': [502, 'Upload failed', 'अपलोड नहीं हो सका'],
  'catalogue-in-use': [
    409,
    '{name} is in use: mentors {mentors}, students {learners}, bookings {bookings}, application forms {drafts}. Hide it, or merge it into another subject, board or degree.',
    '{name} इस्तेमाल में है: मेंटर {mentors}, छात्र {learners}, बुकिंग {bookings}, आवेदन फ़ॉर्म {drafts}। इसे छिपाएँ; विषय, बोर्ड या डिग्री हो तो दूसरे में मिला भी सकते हैं।',
  ],
  'catalogue-level-full': [
    409,
    '{name} contains classes or exams. Remove those first, or hide the level.',
    '{name} के नीचे क्लास या परीक्षाएँ हैं। पहले उन्हें हटाएँ, या स्तर को छिपाएँ।',
  ],
  'catalogue-changed': [
    409,
    "Someone else changed this, so your changes weren't saved. Please review the new version.",
    'इस बीच किसी और ने इसे बदल दिया। आपका बदलाव सेव नहीं हुआ। कृपया फिर से देखें।',
  ],
  'catalogue-name-taken': [
    409,
    '"{word}" is already a search term for {name}. Choose another word, or change that one.',
    '"{word}" पहले से {name} का नाम है। दूसरा शब्द चुनें, या उसे बदलें।',
  ],
  'catalogue-merge-target': [
    409,
    "Choose another item of the same type that isn't hidden or merged.",
    'इसी तरह का कोई दूसरा चुनें जो सूची में हो, छिपा न हो और ख़ुद किसी में मिलाया न गया हो।',
  ],
  'place-name-taken': [
    409,
    '“{name}” is already a name of {place}. Choose another name, or merge the two.',
    '“{name}” पहले से {place} का नाम है। दूसरा नाम लिखें या दोनों को मिला दें।',
  ],
  'place-far': [
    409,
    "This point is {km} km from {place}. Check it, or confirm that it's correct.",
    'यह जगह {place} से {km} किमी दूर है। फिर देखें, या बताएँ कि यही सही है।',
  ],
  'place-other-state': [
    409,
    "The nearest city to this point is {place} in {state}. Check it, or confirm that it's correct.",
    'इस जगह के सबसे पास {state} का {place} है। फिर देखें, या बताएँ कि यही सही है।',
  ],
  'place-in-use': [
    409,
    'This place is in use: {mentors} mentors, {drafts} drafts, {families} families, {parts} places within it. Hide it, or merge it into another once there are no places within it.',
    'यह जगह काम में है: {mentors} मेंटर, {drafts} आवेदन फ़ॉर्म, {families} परिवार, इसके अंदर {parts} जगहें। इसे छिपाएँ, या जब इसके अंदर कोई जगह न हो तब किसी और में मिलाएँ।',
  ],
  'place-changed': [
    409,
    "Someone else changed this place, so your changes weren't saved. Please review the new version.",
    'इस बीच किसी और ने यह जगह बदल दी। आपका बदलाव सेव नहीं हुआ। कृपया फिर से देखें।',
  ],
  'place-other-kind': [
    409,
    'You can only merge places of the same type: two areas, two cities or two states.',
    'एक ही तरह की जगहें मिलाई जा सकती हैं: दो इलाक़े, दो शहर या दो राज्य।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
