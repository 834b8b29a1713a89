import type { EventTexts } from './event-texts.ts'

export const support = {
  'no-show-objected': {
    to: { family: '/dashboard/student', mentor: '/dashboard/mentor' },
    sms: {
      en: "{brand}: {number}: there's a disagreement about your {subject} class on {at}. Its fee of {amount} is on hold, and we'll call you by {by} at the latest.",
      hi: '{brand}: {number}: {at} की {subject} क्लास पर आप दोनों की बात अलग है। {amount} फ़ीस रुकी रहेगी और हम {by} तक फ़ोन करेंगे।',
    },
  },
  'case-opened': {
    to: { family: '/cases/{number}', mentor: '/cases/{number}' },
    sms: {
      en: '{brand}: we have received your request or report {number}. We will call you by {by} at the latest. To follow it, enter {track} on this page: {site}/cases',
      hi: '{brand}: अनुरोध या शिकायत {number} मिल गई। हम {by} तक फ़ोन करेंगे। स्थिति देखने के लिए {track} यहाँ लिखें: {site}/cases',
    },
    app: {
      en: "We've received your {about} ({number}). We'll call you by {by}.",
      hi: 'आपकी {about} मिल गई ({number})। हम {by} बजे तक फ़ोन करेंगे।',
    },
    email: {
      en: {
        subject: "We've received your {about} ({number})",
        text: "Hello,\n\nWe've received your {about}. Its number is {number}, and you'll hear from us by {by}.\n\nTrack it here: {site}/cases/{track}",
      },
      hi: {
        subject: 'आपकी {about} मिल गई ({number})',
        text: 'नमस्ते,\n\nआपकी {about} मिल गई। इसका नंबर {number} है, और हम {by} तक आपको जवाब देंगे।\n\nस्थिति यहाँ देखें: {site}/cases/{track}',
      },
    },
  },
  'case-answered': {
    to: { family: '/cases/{number}', mentor: '/cases/{number}' },
    sms: {
      en: "{brand}: we've answered your request or report {number}. To read it, enter {track} on this page: {site}/cases or call us: {phone}.",
      hi: '{brand}: आपके अनुरोध या शिकायत {number} का जवाब दे दिया है। पढ़ने के लिए {track} यहाँ लिखें: {site}/cases या हमें फ़ोन करें: {phone}।',
    },
    app: { en: 'Our answer to {number}: {answer}', hi: '{number} का जवाब: {answer}' },
    email: {
      en: {
        subject: 'Our answer to {number}',
        text: 'Dear {name},\n\n{answer}\n\nYour number: {number}. Track it here: {site}/cases/{track}\n\nYou can always call us: {phone}',
      },
      hi: {
        subject: '{number} का जवाब',
        text: 'नमस्ते {name},\n\n{answer}\n\nआपका नंबर: {number}। स्थिति यहाँ देखें: {site}/cases/{track}\n\nहमें कभी भी फ़ोन कर सकते हैं: {phone}',
      },
    },
  },
  'case-overdue': {
    to: { admin: '/admin/reports?overdue=yes' },
    sms: {
      en: '{brand}: case {number} is overdue. Please check it in the admin panel.',
      hi: '{brand}: केस {number} का जवाब देने का समय निकल चुका है। कृपया एडमिन पैनल में देखें।',
    },
  },
  'call-handled': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: about your call request ({mentor}): {outcome}. You can always call us: {phone}.',
      hi: '{brand}: {mentor} से बात कराने का आपका अनुरोध: {outcome}। आप हमें कभी भी फ़ोन कर सकते हैं: {phone}।',
    },
  },
  'dispute-opened-mentor': {
    to: { mentor: '/dashboard/mentor' },
    sms: {
      en: "{brand}: the family reported a problem with your {subject} class on {at}. Its fee of {amount} is on hold until we've spoken with both of you. {number}: we'll call you by {by} at the latest.",
      hi: '{brand}: परिवार ने {at} की {subject} क्लास में दिक्कत बताई। {amount} फ़ीस अभी रुकी है। {number}: हम {by} तक फ़ोन करेंगे।',
    },
    app: {
      en: "The family reported a problem with your {subject} class on {at}. Its fee of {amount} is on hold until we've spoken with both of you. We'll call you by {by}.",
      hi: 'परिवार ने {at} की {subject} क्लास में दिक्कत बताई। आप दोनों से बात होने तक {amount} फ़ीस रुकी रहेगी। हम {by} बजे तक फ़ोन करेंगे।',
    },
  },
  'dispute-withdrawn-mentor': {
    to: { mentor: '/dashboard/mentor' },
    sms: {
      en: '{brand}: the family withdrew its report about your {subject} class on {at} ({number}) and confirmed the class.',
      hi: '{brand}: परिवार ने {at} की {subject} क्लास की शिकायत ({number}) वापस ले ली और क्लास की पुष्टि कर दी।',
    },
  },
  'dispute-for-mentor': {
    to: { family: '/dashboard/student', mentor: '/dashboard/mentor' },
    sms: {
      en: '{brand}: our decision on your {subject} class on {at} ({number}): it counts as held and costs {kept}. See why on your dashboard.',
      hi: '{brand}: {number}, {at} की {subject} क्लास पर फ़ैसला: क्लास हुई मानी गई, फ़ीस {kept}। कारण आपके डैशबोर्ड पर है।',
    },
    email: {
      en: {
        subject: 'Our decision on {number}',
        text: "Hello,\n\nWe've made a decision on your {subject} class on {at} ({number}): it counts as held and costs {kept}.\n\nSee why on your dashboard.",
      },
      hi: {
        subject: '{number} पर फ़ैसला',
        text: 'नमस्ते,\n\n{at} की {subject} क्लास ({number}) पर फ़ैसला: क्लास हुई मानी गई, फ़ीस {kept}।\n\nकारण डैशबोर्ड पर है।',
      },
    },
  },
  'dispute-for-family': {
    to: { family: '/dashboard/student', mentor: '/dashboard/mentor' },
    sms: {
      en: "{brand}: our decision on your {subject} class on {at} ({number}): it doesn't count, and {back} is returned to the family. See why on your dashboard.",
      hi: '{brand}: {number}, {at} की {subject} क्लास पर फ़ैसला: क्लास नहीं गिनी जाएगी और {back} परिवार को वापस मिलेंगे। कारण आपके डैशबोर्ड पर है।',
    },
    email: {
      en: {
        subject: 'Our decision on {number}',
        text: "Hello,\n\nWe've made a decision on your {subject} class on {at} ({number}): it doesn't count, and {back} is returned to the family.\n\nSee why on your dashboard.",
      },
      hi: {
        subject: '{number} पर फ़ैसला',
        text: 'नमस्ते,\n\n{at} की {subject} क्लास ({number}) पर फ़ैसला: क्लास नहीं गिनी जाएगी और {back} परिवार को वापस मिलेंगे।\n\nकारण डैशबोर्ड पर है।',
      },
    },
  },
  'appeal-decided-family': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: our decision after an appeal about your {subject} class on {at} ({number}): it costs you {kept}. See why on your dashboard.',
      hi: '{brand}: अपील के बाद {number}, {at} की {subject} क्लास पर नया फ़ैसला: आपकी फ़ीस {kept}। कारण डैशबोर्ड पर है।',
    },
    email: {
      en: {
        subject: 'Our decision on the appeal, {number}',
        text: "Hello,\n\nAfter an appeal, we've made a new decision on your {subject} class on {at} ({number}): it costs you {kept}.\n\nSee why on your dashboard.",
      },
      hi: {
        subject: '{number} पर नया फ़ैसला',
        text: 'नमस्ते,\n\nअपील के बाद {at} की {subject} क्लास ({number}) पर नया फ़ैसला हुआ: इस क्लास की फ़ीस {kept} है।\n\nकारण डैशबोर्ड पर है।',
      },
    },
  },
  'appeal-decided-mentor': {
    to: { mentor: '/dashboard/mentor' },
    sms: {
      en: '{brand}: our decision after an appeal about your {subject} class on {at} ({number}): the fee for this class is {kept}. See why on your dashboard.',
      hi: '{brand}: अपील के बाद {number}, {at} की {subject} क्लास पर नया फ़ैसला: इस क्लास की फ़ीस {kept}। कारण डैशबोर्ड पर है।',
    },
    email: {
      en: {
        subject: 'Our decision on the appeal, {number}',
        text: "Hello,\n\nAfter an appeal, we've made a new decision on your {subject} class on {at} ({number}): the fee for this class is {kept}.\n\nSee why on your dashboard.",
      },
      hi: {
        subject: '{number} पर नया फ़ैसला',
        text: 'नमस्ते,\n\nअपील के बाद {at} की {subject} क्लास ({number}) पर नया फ़ैसला हुआ: इस क्लास की फ़ीस {kept} है।\n\nकारण डैशबोर्ड पर है।',
      },
    },
  },
  'dispute-shared': {
    to: { family: '/dashboard/student', mentor: '/dashboard/mentor' },
    sms: {
      en: '{brand}: our decision on your {subject} class on {at} ({number}): {kept} is paid for the class, and {back} is returned to the family. See why on your dashboard.',
      hi: '{brand}: {number}, {at} की {subject} क्लास पर फ़ैसला: क्लास के {kept} लगेंगे, {back} परिवार को वापस मिलेंगे। कारण आपके डैशबोर्ड पर है।',
    },
    email: {
      en: {
        subject: 'Our decision on {number}',
        text: "Hello,\n\nWe've made a decision on your {subject} class on {at} ({number}): {kept} is paid for the class, and {back} is returned to the family.\n\nSee why on your dashboard.",
      },
      hi: {
        subject: '{number} पर फ़ैसला',
        text: 'नमस्ते,\n\n{at} की {subject} क्लास ({number}) पर फ़ैसला: क्लास के {kept} लगेंगे, {back} परिवार को वापस मिलेंगे।\n\nकारण डैशबोर्ड पर है।',
      },
    },
  },
} as const satisfies EventTexts
