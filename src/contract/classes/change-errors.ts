/** Errors of changing one's mind about a class: HTTP status and words in both languages. */
export const changeErrors = {
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
} as const satisfies Record<string, readonly [number, string, string]>
