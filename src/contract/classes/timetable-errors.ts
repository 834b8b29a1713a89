/** Errors of weekly timetables: HTTP status and words in both languages. */
export const timetableErrors = {
  'timetable-clash': [
    409,
    'These times are taken: {dates}. Leave those dates out, or choose another time.',
    'ये समय भरे हैं: {dates}। वे तारीख़ें छोड़ें या दूसरा समय चुनें।',
  ],
  'timetable-changed': [
    409,
    'The times of this booking were changed meanwhile. Nothing of yours was saved. Please look again.',
    'इस बीच इस बुकिंग के समय बदल गए। आपका बदलाव सेव नहीं हुआ। कृपया फिर से देखें।',
  ],
  'time-is-set': [
    409,
    'This booking has a time already, or is over. Please look again.',
    'इस बुकिंग का समय तय हो चुका है, या बुकिंग ख़त्म हो गई है। कृपया फिर से देखें।',
  ],
  'time-not-requested': [
    409,
    'This time no longer waits for your answer. Please look again.',
    'इस समय पर अब आपके जवाब की ज़रूरत नहीं है। कृपया फिर से देखें।',
  ],
  'one-class': [
    409,
    'This booking is for one class. Set its date and time instead.',
    'यह बुकिंग एक ही क्लास की है। उसकी तारीख़ और समय तय करें।',
  ],
  'lesson-unmarked': [
    409,
    'Its class is over and not marked. Mark its attendance or cancel it first.',
    'इसकी क्लास का समय निकल गया और हाज़िरी नहीं लगी। पहले हाज़िरी लगाएँ या उसे रद्द करें।',
  ],
  'timetable-too-long': [
    409,
    'These classes would not all fit into the next year. Choose more days or longer classes.',
    'ये सारी क्लास अगले एक साल में नहीं आएँगी। ज़्यादा दिन या लंबी क्लास चुनें।',
  ],
  'family-must-confirm': [
    409,
    'The family needs to confirm this time before it counts. Nothing was saved yet.',
    'इस समय के लिए पहले परिवार की हाँ चाहिए। अभी कुछ सेव नहीं हुआ।',
  ],
  'details-fixed': [
    409,
    'These details can no longer change: the first class has begun, or the demo is already deducted from a month. Contact us if something is wrong.',
    'यह जानकारी अब नहीं बदल सकती: पहली क्लास शुरू हो चुकी है, या डेमो की रकम महीने की फ़ीस में घटाई जा चुकी है। कुछ गलत हो तो हमें बताएँ।',
  ],
  'status-not-set': [
    409,
    'The status of a booking follows from its classes. Here you can only schedule a class.',
    'बुकिंग की स्थिति उसकी क्लास से तय होती है। यहाँ सिर्फ़ क्लास का समय तय कर सकते हैं।',
  ],
  'nothing-to-plan': [
    409,
    'All classes of this booking are planned or held.',
    'इस बुकिंग की सारी क्लास तय हैं या हो चुकी हैं।',
  ],
  'outside-hours': [
    409,
    'The mentor does not usually teach at this time, or it is night. Ask both sides first.',
    'मेंटर आम तौर पर इस समय नहीं पढ़ाते, या यह रात का समय है। पहले दोनों पक्षों से पूछ लें।',
  ],
  'lesson-over': [
    409,
    'This class was held or left out. Its time cannot change any more.',
    'यह क्लास हो चुकी है या छोड़ दी गई है। इसका समय अब नहीं बदल सकता।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
