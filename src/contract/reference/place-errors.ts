/** Errors of the catalogue of places: HTTP status and words in both languages. */
export const placeErrors = {
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
    'This place is in use: {mentors} mentors, {drafts} drafts, {families} families, {parts} places within it. Hide it, or merge it into another.',
    'यह जगह काम में है: {mentors} मेंटर, {drafts} आवेदन फ़ॉर्म, {families} परिवार, इसके अंदर {parts} जगहें। इसे छिपाएँ या किसी और में मिलाएँ।',
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
} as const satisfies Record<string, readonly [number, string, string]>
