import type { EventTexts } from './event-texts.ts'

export const reviews = {
  'review-published': {
    to: { mentor: '/dashboard/mentor/profile' },
    sms: {
      en: '{brand}: a family reviewed your {subject} classes. Read it on your dashboard; you can reply once.',
      hi: '{brand}: एक परिवार ने आपकी {subject} क्लास का रिव्यू लिखा है। डैशबोर्ड पर पढ़ें; आप एक बार जवाब दे सकते हैं।',
    },
  },
  'review-word': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: {mentor} wrote to you about how your {subject} classes are going. Only you can read it, on your dashboard.',
      hi: '{brand}: {mentor} ने लिखा है कि आपकी {subject} की क्लास कैसी चल रही हैं। इसे सिर्फ़ आप डैशबोर्ड पर पढ़ सकते हैं।',
    },
  },
  'review-replied': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: {mentor} replied to your review. Read it on your dashboard.',
      hi: '{brand}: {mentor} ने आपके रिव्यू का जवाब दिया है। डैशबोर्ड पर पढ़ें।',
    },
  },
  'review-hidden': {
    to: { family: '/dashboard/student', mentor: '/dashboard/mentor/students' },
    sms: {
      en: '{brand}: the review of {mentor} from {date} is no longer shown. See why on your dashboard.',
      hi: '{brand}: {mentor} का {date} का रिव्यू अब नहीं दिखता। कारण आपके डैशबोर्ड पर है।',
    },
  },
  'review-shown': {
    to: { family: '/dashboard/student', mentor: '/dashboard/mentor/students' },
    sms: {
      en: '{brand}: the review of {mentor} from {date} is visible again.',
      hi: '{brand}: {mentor} का {date} का रिव्यू फिर से दिखता है।',
    },
  },
  'reply-hidden': {
    to: { family: '/dashboard/student', mentor: '/dashboard/mentor/profile' },
    sms: {
      en: '{brand}: the reply to the review of {mentor} from {date} is no longer shown. See why on your dashboard.',
      hi: '{brand}: {mentor} के {date} के रिव्यू का जवाब अब नहीं दिखता। कारण आपके डैशबोर्ड पर है।',
    },
  },
  'reply-shown': {
    to: { family: '/dashboard/student', mentor: '/dashboard/mentor/profile' },
    sms: {
      en: '{brand}: the reply to the review of {mentor} from {date} is visible again.',
      hi: '{brand}: {mentor} के {date} के रिव्यू का जवाब फिर से दिखता है।',
    },
  },
  'report-declined': {
    to: { family: '/dashboard/student', mentor: '/dashboard/mentor/profile' },
    sms: {
      en: "{brand}: we checked the text you reported ({number}). It doesn't break our rules, so it stays up. If you disagree, please call us.",
      hi: '{brand}: आपने जिस टेक्स्ट की शिकायत की ({number}), वह हमने पढ़ा। वह हमारे नियमों के ख़िलाफ़ नहीं है, इसलिए रहेगा। आप सहमत न हों तो फ़ोन करें।',
    },
  },
} as const satisfies EventTexts
