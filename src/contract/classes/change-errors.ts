/** Errors of changing one's mind about a class: HTTP status and words in both languages. */
export const changeErrors = {
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
    'यह मेंटर अभी रोका गया है, इसलिए क्लास न तय होगी, न बदलेगी, न ली जाएगी। जो तय है, वह हमारे बताने तक वैसा ही रहेगा।',
  ],
  'mentor-not-paused': [
    409,
    'This mentor is no longer suspended. Please reload the page.',
    'यह मेंटर अब रुका हुआ नहीं है। कृपया फिर से देखें।',
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
    "This isn't a public holiday in your state. Cancel the class, or propose another time.",
    'यह दिन आपके राज्य की छुट्टियों में नहीं है। क्लास रद्द करें या दूसरा समय सुझाएँ।',
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
    "You and the other side disagree about this class. We're looking into it and will call both of you.",
    'इस क्लास पर आप दोनों की बात अलग है। हम देख रहे हैं और दोनों को फ़ोन करेंगे।',
  ],
  'proposal-over': [
    409,
    'This proposal has expired. The class was moved, cancelled or held, or has started.',
    'यह सुझाव अब नहीं रहा। इस बीच क्लास बदली, रद्द हुई या हो गई, या उसका समय आ गया।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
