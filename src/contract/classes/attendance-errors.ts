/** Errors of attendance, visit codes and class notes: HTTP status and words in both languages. */
export const attendanceErrors = {
  'lesson-not-over': [
    409,
    "This class isn't over yet. Mark it after it's scheduled to end. If it ended early, enter the family's visit code.",
    'यह क्लास अभी ख़त्म नहीं हुई। तय समय के बाद हाज़िरी लगाएँ। जल्दी ख़त्म हुई हो, तो परिवार का कोड डालें।',
  ],
  'lesson-end-ahead': [
    409,
    'This end time is in the future. Enter the time the class ended.',
    'ख़त्म होने का यह समय अभी आया नहीं है। क्लास कब ख़त्म हुई, वह समय डालें।',
  ],
  'early-end-blocked': [
    409,
    "Three codes didn't match. Mark this class after it's scheduled to end.",
    'तीन कोड मेल नहीं खाए। हाज़िरी क्लास के तय समय के बाद लगाएँ।',
  ],
  'visit-code-wrong': [
    409,
    "That code doesn't match. You have {triesLeft} tries left.",
    'कोड मेल नहीं खाया। {triesLeft} कोशिशें बाकी हैं।',
  ],
  'visit-code-wrong-last': [409, "That code doesn't match. You have 1 try left.", 'कोड मेल नहीं खाया। 1 कोशिश बाकी है।'],
  'visit-code-blocked': [
    409,
    "Three codes didn't match. The family confirms on their dashboard instead.",
    'तीन कोड मेल नहीं खाए। अब परिवार अपने डैशबोर्ड पर जवाब देगा।',
  ],
  'note-closed': [
    409,
    'You can change the note and homework for 7 days after marking a class.',
    'नोट और होमवर्क हाज़िरी लगाने के 7 दिन तक ही बदल सकते हैं।',
  ],
  'attendance-confirmed': [
    409,
    "The family has confirmed this class, so you can't undo its attendance. Decide it as a dispute instead.",
    'परिवार इस क्लास की पुष्टि कर चुका है, इसलिए हाज़िरी बनी रहेगी। इसे शिकायत की तरह तय करें।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
