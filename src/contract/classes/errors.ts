/** Errors of the classes domain: HTTP status and messages in both languages; part of `wire/errors.ts`. */
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
    'There is no class on this date. Schedule it first.',
    'इस तारीख़ पर कोई क्लास नहीं है। पहले समय तय करें।',
  ],
  'lesson-not-started': [
    409,
    "This class hasn't started yet. Mark it when it ends.",
    'यह क्लास अभी शुरू नहीं हुई। ख़त्म होने पर हाज़िरी लगाएँ।',
  ],
  'already-marked': [409, "You've already marked attendance for this class.", 'इस क्लास की हाज़िरी लग चुकी है।'],
  'already-settled': [
    409,
    'This class is already settled and can no longer be changed.',
    'इस क्लास का हिसाब हो चुका है, अब बदलाव नहीं हो सकता।',
  ],
  'address-needed': [422, 'Enter the address where the class will take place.', 'क्लास कहाँ होगी, वह पता भरें।'],
  'address-out-of-reach': [
    409,
    "This mentor doesn't travel to this address. Use another address, choose another teaching mode or find another mentor.",
    'ये मेंटर इस पते पर नहीं आते। दूसरा पता दें, पढ़ने का दूसरा तरीक़ा चुनें या दूसरे मेंटर ढूँढें।',
  ],
  'address-fixed': [
    409,
    'You can only change the address for upcoming classes at home.',
    'पता सिर्फ़ घर पर होने वाली आगे की क्लास के लिए बदला जा सकता है।',
  ],
  'address-too-late': [
    409,
    'A class starts soon or is under way, so its address stays the same. Agree with your mentor by message, or change it after the class.',
    'क्लास जल्द शुरू होने वाली है या चल रही है, इसलिए उसका पता अभी वही रहेगा। मेंटर को मैसेज करें या क्लास के बाद पता बदलें।',
  ],
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
  'leave-overlap': [
    409,
    'You have leave on some of these dates already. Cancel that leave first, or choose other dates.',
    'इनमें से कुछ तारीख़ों पर आपकी छुट्टी पहले से है। पहले उसे रद्द करें या दूसरी तारीख़ें चुनें।',
  ],
  'outcome-changed': [
    409,
    'This now costs ₹{fee}, and {credit} minutes can be rescheduled. Nothing has changed yet. Please review it.',
    'अब इसमें ₹{fee} लगेंगे और {credit} मिनट फिर तय हो सकेंगे। अभी कुछ नहीं बदला है। कृपया फिर से देखें।',
  ],
  'lesson-begun': [
    409,
    'This class has started, so this is no longer possible.',
    'यह क्लास शुरू हो चुकी है, इसलिए अब यह नहीं हो सकता।',
  ],
  'mentor-paused': [
    409,
    "This mentor is suspended for now, so classes can't be scheduled, moved or held. Scheduled classes stay as they are until we contact you.",
    'ये मेंटर अभी रोके गए हैं, इसलिए क्लास न तय होगी, न बदलेगी, न ली जाएगी। जो तय है, वह हमारे बताने तक वैसा ही रहेगा।',
  ],
  'mentor-not-paused': [
    409,
    'This mentor is no longer suspended. Please reload the page.',
    'ये मेंटर अब रुके हुए नहीं हैं। कृपया पेज फिर लोड करें।',
  ],
  'left-out-changed': [
    409,
    'There are now {classes} classes for {families} families. Nothing has been skipped yet. Please review them.',
    'अब {families} परिवारों की {classes} क्लास हैं। अभी कोई क्लास नहीं छोड़ी गई। कृपया फिर से देखें।',
  ],
  'only-family-says': [
    409,
    'Only the family can do this. Ask them to cancel this class on their dashboard.',
    'यह सिर्फ़ परिवार बता सकता है। उनसे कहें कि वे अपने डैशबोर्ड पर यह क्लास रद्द कर दें।',
  ],
  'no-holiday': [
    409,
    "Your timetable doesn't put this class on a public holiday in your state. Cancel it, or propose another time.",
    'यह क्लास टाइमटेबल से आपके राज्य की छुट्टी के दिन नहीं पड़ी है। क्लास रद्द करें या दूसरा समय सुझाएँ।',
  ],
  'no-show-early': [
    409,
    'You can report this {minutes} minutes after the class starts.',
    'यह क्लास शुरू होने के {minutes} मिनट बाद बता सकते हैं।',
  ],
  'no-show-open': [
    409,
    "One of you reported that the other didn't come to this class. That report must be answered or withdrawn first.",
    'इस क्लास के लिए किसी एक ने बताया है कि दूसरा नहीं आया। पहले उसका जवाब दें या उसे वापस लें।',
  ],
  'no-show-disputed': [
    409,
    "There's a disagreement about this class. We're looking into it and will call both of you.",
    'इस क्लास पर आप दोनों की बात अलग है। हम देख रहे हैं और दोनों को फ़ोन करेंगे।',
  ],
  'changed-too-often': [
    429,
    'This was changed too often today. Please call us, or try again tomorrow.',
    'यह आज बहुत बार बदला गया। हमें फ़ोन करें या कल फिर कोशिश करें।',
  ],
  'proposal-over': [
    409,
    'This proposal has expired. The class was moved, cancelled or held, or has started.',
    'यह सुझाव अब नहीं रहा। इस बीच क्लास बदली, रद्द हुई या हो गई, या उसका समय आ गया।',
  ],
  'timetable-clash': [
    409,
    'These times are taken: {dates}. Skip those dates, or choose another time.',
    'ये समय भरे हैं: {dates}। वे तारीख़ें छोड़ें या दूसरा समय चुनें।',
  ],
  'timetable-changed': [
    409,
    "The times of this booking have changed, so your changes weren't saved. Please review them.",
    'इस बीच इस बुकिंग के समय बदल गए। आपका बदलाव सेव नहीं हुआ। कृपया फिर से देखें।',
  ],
  'time-is-set': [
    409,
    'This booking already has a time, or has ended. Please review it.',
    'इस बुकिंग का समय तय हो चुका है, या बुकिंग ख़त्म हो गई है। कृपया फिर से देखें।',
  ],
  'time-not-requested': [
    409,
    'This time no longer needs your answer. Please review the booking.',
    'इस समय पर अब आपके जवाब की ज़रूरत नहीं है। कृपया बुकिंग फिर से देखें।',
  ],
  'one-class': [
    409,
    'This booking is for one class. Set its date and time instead.',
    'यह बुकिंग एक ही क्लास की है। उसकी तारीख़ और समय तय करें।',
  ],
  'lesson-unmarked': [
    409,
    'The class is over but not marked. Mark attendance or cancel it first.',
    'इसकी क्लास का समय निकल गया और हाज़िरी नहीं लगी। पहले हाज़िरी लगाएँ या उसे रद्द करें।',
  ],
  'timetable-too-long': [
    409,
    "These classes don't fit into the next year. Choose more days or longer classes.",
    'ये सारी क्लास अगले एक साल में नहीं आएँगी। ज़्यादा दिन या लंबी क्लास चुनें।',
  ],
  'family-must-confirm': [
    409,
    'The family needs to confirm this time first. Nothing has been saved yet.',
    'इस समय के लिए पहले परिवार की हाँ चाहिए। अभी कुछ सेव नहीं हुआ।',
  ],
  'details-fixed': [
    409,
    'You can no longer change these details: the first class has started, or the demo has been deducted from a month. Contact us if something is wrong.',
    'यह जानकारी अब नहीं बदल सकती: पहली क्लास शुरू हो चुकी है, या डेमो की रकम महीने की फ़ीस में घटाई जा चुकी है। कुछ ग़लत हो तो हमें बताएँ।',
  ],
  'status-not-set': [
    409,
    "A booking's status depends on its classes. Here you can only schedule a class.",
    'बुकिंग की स्थिति उसकी क्लास से तय होती है। यहाँ सिर्फ़ क्लास का समय तय कर सकते हैं।',
  ],
  'nothing-to-plan': [
    409,
    'All classes of this booking are scheduled or held.',
    'इस बुकिंग की सारी क्लास तय हैं या हो चुकी हैं।',
  ],
  'outside-hours': [
    409,
    "This is at night or outside the mentor's usual hours. Ask both sides first.",
    'मेंटर आम तौर पर इस समय नहीं पढ़ाते, या यह रात का समय है। पहले दोनों पक्षों से पूछ लें।',
  ],
  'lesson-over': [
    409,
    "This class was held or skipped, so you can't change its time.",
    'यह क्लास हो चुकी है या छोड़ दी गई है। इसका समय अब नहीं बदल सकता।',
  ],
  'dispute-open': [
    409,
    "You reported this class and we're looking into it. If it did take place, withdraw your report.",
    'आपने इस क्लास की शिकायत की है और हम इसे देख रहे हैं। क्लास हुई थी, यह कहने के लिए शिकायत वापस लें।',
  ],
  'dispute-not-held': [
    409,
    "This class isn't marked as held, so you aren't charged for it and can't report it.",
    'यह क्लास हुई ऐसा दर्ज नहीं है, इसलिए इसका कोई पैसा नहीं लगा। शिकायत की ज़रूरत नहीं है।',
  ],
  'dispute-too-late': [
    409,
    "It's too late to report this class. For anything else, please call us.",
    'इस क्लास की शिकायत का समय निकल चुका है। किसी और बात के लिए हमें फ़ोन करें।',
  ],
  'dispute-decided': [
    409,
    'This has already been decided: ₹{mentor} for the class, ₹{family} returned to the family.',
    'इस बीच फ़ैसला हो चुका है: क्लास के ₹{mentor}, परिवार को वापस ₹{family}।',
  ],
  'dispute-withdrawn': [
    409,
    'The family has withdrawn the report, so there is nothing to decide.',
    'इस बीच परिवार ने शिकायत वापस ले ली है, इसलिए फ़ैसले की ज़रूरत नहीं है।',
  ],
  'correction-changed': [
    409,
    'The cost of this class has changed. Review it before you decide.',
    'इस बीच इस क्लास की फ़ीस बदल गई है। फिर से देखकर तय करें।',
  ],
  'appeal-changed': [
    409,
    'The amounts of this decision have changed. Review them before you decide.',
    'इस बीच इस फ़ैसले का हिसाब बदल गया है। फिर से देखकर तय करें।',
  ],
  'correction-too-large': [409, 'This is more than the class cost.', 'यह इस क्लास की फ़ीस से ज़्यादा है।'],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
