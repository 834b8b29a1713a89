import type { EventTexts } from './event-texts.ts'

export const bookings = {
  'booking-paid-family': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: your {subject} {plan} with {mentor} is booked. {mentor} has until {by} to set the time.',
      hi: '{brand}: {mentor} के साथ {subject} की {plan} बुक हो गई। {mentor} {by} तक समय तय करेंगे।',
    },
    email: {
      en: {
        subject: 'Booked: {subject} with {mentor}',
        text: "Hello,\n\nYour {subject} {plan} with {mentor} is booked and paid. {mentor} has until {by} to set the time. We'll let you know when it's set.",
      },
      hi: {
        subject: 'बुक हो गई: {mentor} के साथ {subject}',
        text: 'नमस्ते,\n\n{mentor} के साथ {subject} की {plan} बुक हो गई और पेमेंट मिल गया। {mentor} {by} तक समय तय करेंगे; तय होते ही हम बताएँगे।',
      },
    },
  },
  'booking-paid-mentor': {
    to: { mentor: '/dashboard/mentor' },
    sms: {
      en: '{brand}: new booking: {student} ({class}), {subject}, {place}. Preferred time: {when}. Please set the first class by {by} at the latest.',
      hi: '{brand}: नई बुकिंग: {student} ({class}), {subject}, {place}। पसंद का समय: {when}। {by} तक क्लास तय करें।',
    },
  },
  'class-booked-family': {
    to: { family: '/dashboard/student/classes' },
    sms: {
      en: "{brand}: your {subject} {plan} with {mentor} is booked. First class: {at}. It's in your calendar.",
      hi: '{brand}: {mentor} के साथ {subject} की {plan} बुक हो गई। पहली क्लास {at} को है।',
    },
    email: {
      en: {
        subject: 'Booked: {subject} with {mentor}, {at}',
        text: "Hello,\n\nYour {subject} {plan} with {mentor} is booked and paid.\n\nFirst class: {at} (India time). It's in your calendar.",
      },
      hi: {
        subject: 'बुक हो गई: {mentor} के साथ {subject}, {at}',
        text: 'नमस्ते,\n\n{mentor} के साथ {subject} की {plan} बुक हो गई और पेमेंट मिल गया।\n\nपहली क्लास: {at}। यह आपके कैलेंडर में है।',
      },
    },
  },
  'class-booked-mentor': {
    to: { mentor: '/dashboard/mentor/calendar' },
    sms: {
      en: "{brand}: new booking, paid: {student} ({class}), {subject}, {place}. First class: {at}. It's in your calendar.",
      hi: '{brand}: नई बुकिंग, पैसा जमा है: {student} ({class}), {subject}, {place}। पहली क्लास: {at}। यह आपके कैलेंडर में है।',
    },
  },
  'time-requested-family': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: your {subject} {plan} with {mentor} is paid. You requested {at}; {mentor} has until {by} to confirm it.',
      hi: '{brand}: {subject} की {plan} का पेमेंट मिल गया। आपने {at} चुना है; {mentor} {by} तक पुष्टि करेंगे।',
    },
  },
  'time-requested-mentor': {
    to: { mentor: '/dashboard/mentor' },
    sms: {
      en: '{brand}: new booking: {student} ({class}), {subject}, {place}. The family requested {at}. Please answer by {by} on your dashboard.',
      hi: '{brand}: नई बुकिंग: {student} ({class}), {subject}, {place}। समय: {at}। {by} तक डैशबोर्ड पर जवाब दें।',
    },
  },
  'time-taken': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: we received your payment for {subject} with {mentor}, but {at} has since been taken. Choose another time or a full refund on your dashboard.',
      hi: '{brand}: {mentor} के साथ {subject} का पेमेंट मिल गया, पर {at} का समय भर चुका है। डैशबोर्ड पर दूसरा समय या पूरा रिफंड चुनें।',
    },
    email: {
      en: {
        subject: 'Please choose another time: {subject} with {mentor}',
        text: 'Hello,\n\nWe received your payment for {subject} with {mentor}, but another family has since booked {at}.\n\nYour money is safe. Choose another free time, or a full refund, on your dashboard.',
      },
      hi: {
        subject: 'कृपया दूसरा समय चुनें: {mentor} के साथ {subject}',
        text: 'नमस्ते,\n\n{mentor} के साथ {subject} का पेमेंट मिल गया, पर इस बीच {at} का समय किसी और ने ले लिया।\n\nआपका पैसा सुरक्षित है। डैशबोर्ड पर दूसरा ख़ाली समय या पूरा रिफंड चुनें।',
      },
    },
  },
  'time-lapsed': {
    to: { family: '/dashboard/student' },
    sms: {
      en: "{brand}: {mentor} couldn't confirm {at} for {subject}. Choose another time or a full refund on your dashboard.",
      hi: '{brand}: {mentor} {subject} के लिए {at} की पुष्टि नहीं कर सके। डैशबोर्ड पर दूसरा समय या पूरा रिफंड चुनें।',
    },
  },
  'booking-ended-mentor': {
    to: { mentor: '/dashboard/mentor/students' },
    sms: {
      en: '{brand}: the {subject} booking ({plan}) has ended. Any times you set for it are free again.',
      hi: '{brand}: {subject} की बुकिंग ({plan}) ख़त्म कर दी गई। इसके लिए तय समय फिर खाली है।',
    },
  },
  'booking-cancelled-family': {
    to: { family: '/dashboard/student/payments' },
    sms: {
      en: '{brand}: we cancelled your booking ({subject}, {plan}, {mentor}) and its upcoming classes. {amount} will be returned to you. If you have questions, please call us.',
      hi: '{brand}: आपकी बुकिंग ({subject}, {plan}, {mentor}) और आगे की क्लास हमने रद्द की हैं। {amount} आपको वापस मिलेंगे। कोई सवाल हो तो फ़ोन करें।',
    },
    app: {
      en: 'We cancelled your booking ({subject}, {plan}, {mentor}) and its upcoming classes. {money} If you have questions, please call us.',
      hi: 'आपकी बुकिंग ({subject}, {plan}, {mentor}) और आगे की क्लास हमने रद्द की हैं। {money} कोई सवाल हो तो फ़ोन करें।',
    },
    email: {
      en: {
        subject: 'We cancelled your booking',
        text: 'Hello,\n\nWe cancelled your booking ({subject}, {plan}, {mentor}) and its upcoming classes. {money}\n\nIf you have questions, please call us.',
      },
      hi: {
        subject: 'हमने आपकी बुकिंग रद्द की',
        text: 'नमस्ते,\n\nआपकी बुकिंग ({subject}, {plan}, {mentor}) और आगे की क्लास हमने रद्द की हैं। {money}\n\nकोई सवाल हो तो हमें फ़ोन करें।',
      },
    },
  },
  'booking-completed-family': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: all classes of your booking ({subject}, {plan}, {mentor}) are done. How were they? Please tell us on your dashboard.',
      hi: '{brand}: आपकी बुकिंग ({subject}, {plan}, {mentor}) की सारी क्लास पूरी हो गईं। कैसी रहीं? कृपया डैशबोर्ड पर बताएँ।',
    },
  },
  'booking-completed-mentor': {
    to: { mentor: '/dashboard/mentor/earnings' },
    sms: {
      en: '{brand}: all classes of the booking ({subject}, {plan}) are done and settled. Your earnings are on your dashboard.',
      hi: '{brand}: बुकिंग ({subject}, {plan}) की सारी क्लास पूरी हो गईं और उनका हिसाब हो गया। आपकी कमाई डैशबोर्ड पर है।',
    },
  },
  'mentor-changed-family': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: {mentor} is taking over your {subject} classes. Your balance of {amount} covers {minutes} minutes. {mentor} has until {by} to set the time.',
      hi: '{brand}: {subject} की क्लास अब {mentor} लेंगे। बचे {amount} से {minutes} मिनट मिलेंगे। वे {by} तक समय तय करेंगे।',
    },
  },
  'mentor-changed-old': {
    to: { mentor: '/dashboard/mentor/students' },
    sms: {
      en: "{brand}: the family is continuing {subject} with another mentor. You'll be paid as usual for the classes you taught; the times you set are free again.",
      hi: '{brand}: परिवार {subject} अब दूसरे मेंटर से पढ़ेगा। आपने जो क्लास लीं, उनका पैसा पहले की तरह मिलेगा; आगे के तय समय फिर खाली हैं।',
    },
  },
  'mentor-changed-new': {
    to: { mentor: '/dashboard/mentor' },
    sms: {
      en: '{brand}: {student} ({class}) is continuing {subject} with you, {place}. Preferred time: {when}. Please set the first class by {by} at the latest.',
      hi: '{brand}: {student} ({class}) अब आपसे {subject} पढ़ेंगे, {place}। पसंद: {when}। {by} तक क्लास तय करें।',
    },
  },
  'address-changed': {
    to: { mentor: '/dashboard/mentor/students' },
    sms: {
      en: '{brand}: the {subject} classes of {student} ({class}) are now in {place}. The full address is on your dashboard.',
      hi: '{brand}: {student} ({class}) की {subject} क्लास अब {place} में होंगी। पूरा पता आपके डैशबोर्ड पर है।',
    },
  },
  'guarantee-mentor': {
    to: { mentor: '/dashboard/mentor/students' },
    sms: {
      en: "{brand}: the first {subject} class on {at} wasn't right for the family, so its fee is refunded under the first class guarantee. This doesn't count against you.",
      hi: '{brand}: {at} की पहली {subject} क्लास परिवार को नहीं जमी, इसलिए वादे के अनुसार फ़ीस लौटाई गई। यह आपके ख़िलाफ़ नहीं गिना जाएगा।',
    },
  },
} as const satisfies EventTexts
