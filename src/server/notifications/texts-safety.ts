import type { EventTexts } from './event-texts.ts'

export const safety = {
  'class-reminder': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: did the {subject} class of {at} with {mentor} happen? Please answer on your dashboard; no answer by {by} counts as yes.',
      hi: '{brand}: क्या {mentor} के साथ {at} की {subject} क्लास हुई? डैशबोर्ड पर बताएँ; {by} तक जवाब न मिला तो हाँ मानेंगे।',
    },
    email: {
      en: {
        subject: 'Did the {subject} class of {at} happen?',
        text: 'Hello,\n\n{mentor} marked the {subject} class of {at} as held. Did it happen? Please answer on your dashboard by {by}: no answer counts as yes, and the class is paid.',
      },
      hi: {
        subject: 'क्या {at} की {subject} क्लास हुई?',
        text: 'नमस्ते,\n\n{mentor} ने {at} की {subject} क्लास दर्ज की है। क्या क्लास हुई? कृपया {by} तक डैशबोर्ड पर बताएँ: जवाब न मिला तो हाँ मानेंगे और क्लास का पैसा दे दिया जाएगा।',
      },
    },
  },
  'no-show-family': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: {mentor} says that nobody was there for the {subject} class of {at}. If you do not object on your dashboard by {by}, {amount} are charged for it.',
      hi: '{brand}: {mentor}: {at} {subject} क्लास में कोई न मिला। ग़लत? {by} तक डैशबोर्ड पर कहें, वरना {amount} लगेंगे।',
    },
  },
  'no-show-mentor': {
    to: { mentor: '/dashboard/mentor' },
    sms: {
      en: '{brand}: the family says that you did not come to the {subject} class of {at}. If you do not object on your dashboard by {by}, it counts as missed by you.',
      hi: '{brand}: परिवार के अनुसार आप {at} की {subject} क्लास में नहीं आए। सही न हो तो {by} तक डैशबोर्ड पर कहें, वरना क्लास आपसे छूटी मानेंगे।',
    },
  },
  'mentor-suspended': {
    to: { mentor: '/dashboard/mentor' },
    sms: {
      en: '{brand}: your profile is not shown to families for now. See why: {link}',
      hi: '{brand}: आपकी प्रोफ़ाइल अभी परिवारों को नहीं दिख रही। कारण यहाँ देखें: {link}',
    },
    email: {
      en: {
        subject: 'Your profile on {brand} is not shown for now',
        text: 'Dear {name},\n\nyour profile {number} is not shown to families for now:\n\n{reason}',
      },
      hi: {
        subject: '{brand} पर आपकी प्रोफ़ाइल अभी नहीं दिख रही',
        text: 'नमस्ते {name},\n\nआपकी प्रोफ़ाइल {number} अभी परिवारों को नहीं दिख रही:\n\n{reason}',
      },
    },
  },
  'payout-account-set': {
    to: { mentor: '/dashboard/mentor?tab=earnings' },
    urgent: true,
    sms: {
      en: '{brand}: your payouts now go to {account}. If this was not you, call us at once: {phone}',
      hi: '{brand}: आपके पैसे अब {account} में जाएँगे। अगर यह आपने नहीं किया, तो तुरंत हमें फ़ोन करें: {phone}',
    },
  },
} as const satisfies EventTexts
