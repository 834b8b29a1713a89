/** Errors of classes: HTTP status and words in both languages. Part of `wire/errors.ts`. */
export const classesErrors = {
  'slot-taken': [409, 'This time is already taken. Please choose another time.', 'यह समय पहले से भरा है। दूसरा समय चुनें।'],
  'learner-busy': [
    409,
    'The student has another class at this time. Please choose another time.',
    'छात्र की इस समय दूसरी क्लास है। दूसरा समय चुनें।',
  ],
  'schedule-in-past': [409, 'This time has passed. Please choose a later time.', 'यह समय निकल चुका है। आगे का समय चुनें।'],
  'not-schedulable': [409, 'This booking can no longer be scheduled.', 'इस बुकिंग का समय अब तय नहीं हो सकता।'],
  'no-lesson-that-day': [
    409,
    'There is no class on this date. Set the schedule first.',
    'इस तारीख़ पर कोई क्लास नहीं है। पहले समय तय करें।',
  ],
  'lesson-not-started': [
    409,
    'This class has not started yet. Mark it once it ends.',
    'यह क्लास अभी शुरू नहीं हुई। ख़त्म होने पर हाज़िरी लगाएँ।',
  ],
  'already-marked': [409, 'Attendance for this class is already marked.', 'इस क्लास की हाज़िरी लग चुकी है।'],
  'already-settled': [
    409,
    'This class is already settled and can no longer be changed.',
    'इस क्लास का हिसाब हो चुका है, अब बदलाव नहीं हो सकता।',
  ],
  'address-needed': [422, 'Enter the address where the class will take place.', 'क्लास कहाँ होगी, वह पता भरें।'],
  'address-out-of-reach': [
    409,
    'This mentor does not travel to this address. Use another address, choose another kind of class or find another mentor.',
    'ये मेंटर इस पते पर नहीं आते। दूसरा पता दें, पढ़ने का दूसरा तरीका चुनें या दूसरे मेंटर ढूँढें।',
  ],
  'address-fixed': [
    409,
    'The address can be changed only for classes at home that are still to come.',
    'पता सिर्फ़ घर पर होने वाली आगे की क्लास के लिए बदला जा सकता है।',
  ],
  'lesson-not-over': [
    409,
    "This class is not over yet. Mark it after its planned end. If it ended early, enter the family's visit code.",
    'यह क्लास अभी ख़त्म नहीं हुई। तय समय के बाद हाज़िरी लगाएँ। जल्दी ख़त्म हुई हो, तो परिवार का कोड डालें।',
  ],
  'lesson-end-ahead': [
    409,
    'The time out is still to come. Enter when the class ended.',
    'ख़त्म होने का यह समय अभी आया नहीं है। क्लास कब ख़त्म हुई, वह समय डालें।',
  ],
  'early-end-blocked': [
    409,
    'Three codes did not match. Mark this class after its planned end.',
    'तीन कोड मेल नहीं खाए। हाज़िरी क्लास के तय समय के बाद लगाएँ।',
  ],
  'visit-code-wrong': [
    409,
    'That code does not match. You have {triesLeft} tries left.',
    'कोड मेल नहीं खाया। {triesLeft} कोशिशें बाकी हैं।',
  ],
  'visit-code-wrong-last': [409, 'That code does not match. You have 1 try left.', 'कोड मेल नहीं खाया। 1 कोशिश बाकी है।'],
  'visit-code-blocked': [
    409,
    'Three codes did not match. The family is asked on its own dashboard now.',
    'तीन कोड मेल नहीं खाए। अब परिवार अपने डैशबोर्ड पर जवाब देगा।',
  ],
  'note-closed': [
    409,
    'Note and homework can be changed for 7 days after a class was marked.',
    'नोट और होमवर्क हाज़िरी लगाने के 7 दिन तक ही बदल सकते हैं।',
  ],
  'attendance-confirmed': [
    409,
    'The family confirmed this class, so its mark stays. Decide it as a dispute instead.',
    'परिवार इस क्लास की पुष्टि कर चुका है, इसलिए हाज़िरी बनी रहेगी। इसे शिकायत की तरह तय करें।',
  ],
  'leave-overlap': [
    409,
    'You have leave on some of these dates already. Take that one back first, or choose other dates.',
    'इनमें से कुछ तारीख़ों पर आपकी छुट्टी पहले से है। पहले उसे हटाएँ या दूसरी तारीख़ें चुनें।',
  ],
  'outcome-changed': [
    409,
    'Meanwhile this costs ₹{fee}, and {credit} minutes stay owed. Nothing was changed yet. Please look again.',
    'अब इसमें ₹{fee} लगेंगे और {credit} मिनट बाक़ी रहेंगे। अभी कुछ नहीं बदला है। कृपया फिर से देखें।',
  ],
  'lesson-begun': [
    409,
    'This class has begun, so this is not possible any more.',
    'यह क्लास शुरू हो चुकी है, इसलिए अब यह नहीं हो सकता।',
  ],
  'mentor-paused': [
    409,
    'This mentor is paused for now, so no classes are planned, moved or held. What is planned stays as it is until we tell you.',
    'यह मेंटर अभी रोका गया है, इसलिए क्लास न तय होगी, न बदलेगी, न ली जाएगी। जो तय है, वह हमारे बताने तक वैसा ही रहेगा।',
  ],
  'mentor-not-paused': [
    409,
    'This mentor is not paused any more. Please look again.',
    'यह मेंटर अब रुका हुआ नहीं है। कृपया फिर से देखें।',
  ],
  'left-out-changed': [
    409,
    'Meanwhile it is {classes} classes of {families} families. Nothing was left out yet. Please look again.',
    'अब {families} परिवारों की {classes} क्लास हैं। अभी कोई क्लास नहीं छोड़ी गई। कृपया फिर से देखें।',
  ],
  'only-family-says': [
    409,
    'Only the family can say that. Ask them to cancel this class on their dashboard.',
    'यह सिर्फ़ परिवार बता सकता है। उनसे कहें कि वे अपने डैशबोर्ड पर यह क्लास रद्द कर दें।',
  ],
  'no-holiday': [
    409,
    'This day is not in the list of holidays of your state. Cancel the class, or propose another time.',
    'यह दिन आपके राज्य की छुट्टियों में नहीं है। क्लास रद्द करें या दूसरा समय सुझाएँ।',
  ],
  'no-show-early': [
    409,
    'You can say so {minutes} minutes after the class began.',
    'यह क्लास शुरू होने के {minutes} मिनट बाद बता सकते हैं।',
  ],
  'no-show-open': [
    409,
    'One of you said that the other did not come to this class. That must be answered or taken back first.',
    'इस क्लास के लिए किसी एक ने बताया है कि दूसरा नहीं आया। पहले उसका जवाब दें या उसे वापस लें।',
  ],
  'no-show-disputed': [
    409,
    'You say different things about this class. We look into it and call both of you.',
    'इस क्लास पर आप दोनों की बात अलग है। हम देख रहे हैं और दोनों को फ़ोन करेंगे।',
  ],
  'proposal-over': [
    409,
    'This proposal is over. The class was moved, cancelled or held meanwhile, or its time has come.',
    'यह सुझाव अब नहीं रहा। इस बीच क्लास बदली, रद्द हुई या हो गई, या उसका समय आ गया।',
  ],
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
  'dispute-open': [
    409,
    'You reported this class, and we look into it. To say that it took place, take your report back.',
    'आपने इस क्लास की शिकायत की है और हम इसे देख रहे हैं। क्लास हुई थी, यह कहने के लिए शिकायत वापस लें।',
  ],
  'dispute-not-held': [
    409,
    'This class is not marked as held, so it costs nothing. There is nothing to report.',
    'यह क्लास हुई ऐसा दर्ज नहीं है, इसलिए इसका कोई पैसा नहीं लगा। शिकायत की ज़रूरत नहीं है।',
  ],
  'dispute-too-late': [
    409,
    'The time to report this class is over. For anything else please call us.',
    'इस क्लास की शिकायत का समय निकल चुका है। किसी और बात के लिए हमें फ़ोन करें।',
  ],
  'dispute-decided': [
    409,
    'This was decided meanwhile: ₹{mentor} for the class, ₹{family} back to the family.',
    'इस बीच फ़ैसला हो चुका है: क्लास के ₹{mentor}, परिवार को वापस ₹{family}।',
  ],
  'dispute-withdrawn': [
    409,
    'The family took its report back meanwhile, so there is nothing to decide.',
    'इस बीच परिवार ने शिकायत वापस ले ली है, इसलिए फ़ैसले की ज़रूरत नहीं है।',
  ],
  'correction-changed': [
    409,
    'What this class costs has changed meanwhile. Look at it again, then decide.',
    'इस बीच इस क्लास की फ़ीस बदल गई है। फिर से देखकर तय करें।',
  ],
  'appeal-changed': [
    409,
    'What this decision comes to has changed meanwhile. Look at it again, then decide.',
    'इस बीच इस फ़ैसले का हिसाब बदल गया है। फिर से देखकर तय करें।',
  ],
  'correction-too-large': [409, 'This is more than the class cost.', 'यह इस क्लास की फ़ीस से ज़्यादा है।'],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
