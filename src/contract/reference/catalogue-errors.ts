/** Errors of the catalogue: HTTP status and words in both languages. */
export const catalogueErrors = {
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
} as const satisfies Record<string, readonly [number, string, string]>
