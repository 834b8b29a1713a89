import type { EventTexts } from './event-texts.ts'

export const classes = {
  'classes-tomorrow': {
    to: { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/calendar' },
    sms: {
      en: '{brand}: {classes} tomorrow, {day}. First: {subject} at {time}. See them all in your calendar.',
      hi: '{brand}: कल, {day} को {classes}। पहली: {subject}, {time}। बाकी आपके कैलेंडर में हैं।',
    },
    app: {
      en: '{classes} tomorrow, {day}:\n{list}',
      hi: 'कल, {day} को {classes}:\n{list}',
    },
    email: {
      en: { subject: 'Tomorrow, {day}: {classes}', text: 'Hello,\n\nYour classes tomorrow, {day}:\n\n{list}' },
      hi: { subject: 'कल, {day}: {classes}', text: 'नमस्ते,\n\nकल, {day} को आपकी क्लास:\n\n{list}' },
    },
  },
  'class-scheduled': {
    to: { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/calendar' },
    sms: {
      en: '{brand}: your {subject} class with {mentor} on {at} is scheduled.',
      hi: '{brand}: {mentor} के साथ {subject} की क्लास {at} को है।',
    },
    app: {
      en: '{subject} class scheduled for {at}\nWith {mentor}',
      hi: '{subject} की क्लास {at} के लिए तय\n{mentor} के साथ',
    },
  },
  'class-rescheduled': {
    to: { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/calendar' },
    sms: {
      en: '{brand}: your {subject} class with {mentor} on {at} is now on {to} instead.',
      hi: '{brand}: {mentor} के साथ {at} की {subject} क्लास अब {to} को है।',
    },
    app: {
      en: '{subject} class moved to {to}\nWith {mentor}, instead of {at}',
      hi: '{subject} की क्लास अब {to} बजे\n{mentor} के साथ, {at} की जगह',
    },
  },
  'timetable-set': {
    to: { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/calendar' },
    sms: {
      en: '{brand}: your {subject} classes with {mentor} are on {days} at {time}, starting on {first}. See all dates on your dashboard.',
      hi: '{brand}: {mentor} के साथ {subject} की क्लास: {days} को {time} बजे, पहली {first} को। सारी तारीख़ें डैशबोर्ड पर हैं।',
    },
  },
  'class-marked': {
    to: { family: '/dashboard/student#to-confirm' },
    sms: {
      en: "{brand}: {mentor} marked the {subject} class on {at} as held. Please confirm by {by}; if you don't, we'll confirm it automatically.",
      hi: '{brand}: {mentor} ने बताया कि {at} की {subject} क्लास हुई। कृपया पुष्टि करें; {by} के बाद यह अपने आप हो जाएगी।',
    },
    app: {
      en: "{subject} class held on {at}\nWith {mentor}. Please confirm by {by}; if you don't, we'll confirm it automatically.",
      hi: '{subject} की क्लास {at} को हुई\n{mentor} के साथ। कृपया पुष्टि करें; {by} बजे के बाद यह अपने आप हो जाएगी।',
    },
  },
  'class-marked-code': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: {mentor} marked the {subject} class on {at} as held with your code. If something is wrong, tell us by {by} on your dashboard.',
      hi: '{brand}: {mentor} ने आपके कोड से बताया कि {at} की {subject} क्लास हुई। गड़बड़ हो तो {by} तक डैशबोर्ड पर बताएँ।',
    },
    app: {
      en: '{subject} class held on {at}\nWith {mentor}. Recorded with your code. If something is wrong, tell us by {by} on your dashboard.',
      hi: '{subject} की क्लास {at} को हुई\n{mentor} के साथ। आपके कोड से दर्ज हुई। गड़बड़ हो तो {by} बजे तक डैशबोर्ड पर बताएँ।',
    },
  },
  'cancelled-by-family': {
    to: { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/calendar' },
    sms: {
      en: "{brand}: the family cancelled the {subject} class on {at} in time. There's no charge, and its {minutes} minutes can be rescheduled.",
      hi: '{brand}: परिवार ने {at} की {subject} क्लास समय रहते रद्द की। इसका कोई पैसा नहीं लगा, इसके {minutes} मिनट फिर तय हो सकते हैं।',
    },
    app: {
      en: "{subject} class cancelled, {at}\nCancelled by the family. There's no charge, and its {minutes} minutes can be rescheduled.",
      hi: '{subject} की क्लास रद्द हुई, {at}\nपरिवार ने रद्द की। इसका कोई पैसा नहीं लगा, इसके {minutes} मिनट फिर तय हो सकते हैं।',
    },
  },
  'cancelled-late': {
    to: { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/calendar' },
    sms: {
      en: '{brand}: the family cancelled the {subject} class on {at} late. {amount} is charged for it, and {minutes} minutes can be rescheduled.',
      hi: '{brand}: परिवार ने {at} की {subject} क्लास देर से रद्द की। इसके {amount} लगे, {minutes} मिनट फिर तय हो सकते हैं।',
    },
    app: {
      en: '{subject} class cancelled late, {at}\nCancelled by the family. {amount} is charged for it, and {minutes} minutes can be rescheduled.',
      hi: '{subject} की क्लास देर से रद्द हुई, {at}\nपरिवार ने रद्द की। इसके {amount} लगे, {minutes} मिनट फिर तय हो सकते हैं।',
    },
  },
  'cancelled-by-mentor': {
    to: { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/calendar' },
    sms: {
      en: "{brand}: {mentor} cancelled the {subject} class on {at}. There's no charge, and its {minutes} minutes can be rescheduled.",
      hi: '{brand}: {mentor} ने {at} की {subject} क्लास रद्द की। इसका कोई पैसा नहीं लगा, इसके {minutes} मिनट फिर तय हो सकते हैं।',
    },
    app: {
      en: "{subject} class cancelled, {at}\nCancelled by {mentor}. There's no charge, and its {minutes} minutes can be rescheduled.",
      hi: '{subject} की क्लास रद्द हुई, {at}\n{mentor} ने रद्द की। इसका कोई पैसा नहीं लगा, इसके {minutes} मिनट फिर तय हो सकते हैं।',
    },
  },
  'left-out-holiday': {
    to: { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/calendar' },
    sms: {
      en: "{brand}: your {subject} class on {at} is skipped for a holiday. There's no charge, and its {minutes} minutes can be rescheduled.",
      hi: '{brand}: छुट्टी की वजह से {at} की {subject} क्लास नहीं होगी। इसका कोई पैसा नहीं लगा, इसके {minutes} मिनट फिर तय हो सकते हैं।',
    },
  },
  'classes-left-out': {
    to: { family: '/dashboard/student/classes' },
    sms: {
      en: "{brand}: your classes with {mentor} from {from} to {to} are skipped, {count} in all. You won't be charged, and they can be rescheduled.",
      hi: '{brand}: {mentor} की {from} से {to} की {count} क्लास नहीं होंगी। पैसा नहीं कटेगा, वे फिर तय हो सकेंगी।',
    },
  },
  'classes-left-out-mentor': {
    to: { mentor: '/dashboard/mentor/calendar' },
    sms: {
      en: "{brand}: while your profile is suspended, your classes from {from} to {to} are skipped, {count} in all. This doesn't count against you.",
      hi: '{brand}: आपकी प्रोफ़ाइल रुकी होने से {from} से {to} की क्लास (कुल {count}) नहीं होंगी। यह आपके ख़िलाफ़ नहीं गिना जाएगा।',
    },
  },
  'no-show-withdrawn': {
    to: { family: '/dashboard/student', mentor: '/dashboard/mentor' },
    sms: {
      en: '{brand}: the report that nobody came to your {subject} class on {at} was withdrawn. The class stays as it was.',
      hi: '{brand}: {at} की {subject} क्लास में न आने की बात वापस ले ली गई है। क्लास पहले जैसी है।',
    },
  },
  'missed-by-family': {
    to: { family: '/dashboard/student', mentor: '/dashboard/mentor' },
    sms: {
      en: '{brand}: the {subject} class on {at} was recorded as missed by the family. {amount} is charged for it, and {minutes} minutes can be rescheduled.',
      hi: '{brand}: {at} की {subject} क्लास परिवार से छूटी मानी गई। इसके {amount} लगे, {minutes} मिनट फिर तय हो सकते हैं।',
    },
  },
  'missed-by-mentor': {
    to: { family: '/dashboard/student', mentor: '/dashboard/mentor' },
    sms: {
      en: "{brand}: the {subject} class on {at} was recorded as missed by the mentor. The family isn't charged, and its {minutes} minutes can be rescheduled.",
      hi: '{brand}: {at} की {subject} क्लास मेंटर से छूटी मानी गई। परिवार को इसका पैसा नहीं देना है, इसके {minutes} मिनट फिर तय हो सकते हैं।',
    },
  },
  'credit-given': {
    to: { family: '/dashboard/student/classes' },
    sms: {
      en: '{brand}: {mentor} cancelled your {subject} class on {at} late or missed it. You get a credit of {amount} on your next payment.',
      hi: '{brand}: {mentor} ने {at} की {subject} क्लास देर से रद्द की या छोड़ी। अगले भुगतान में आपके {amount} कम लगेंगे।',
    },
  },
  'credit-owed': {
    to: { mentor: '/dashboard/mentor/earnings' },
    sms: {
      en: "{brand}: your {subject} class on {at} was cancelled late or missed, so the family gets a credit of {amount}. We'll deduct it from your next earnings.",
      hi: '{brand}: {at} की {subject} क्लास देर से रद्द हुई या छूटी, इसलिए परिवार को {amount} का क्रेडिट मिला। यह आपकी अगली कमाई से कटेगा।',
    },
  },
  'credit-reversed': {
    to: { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/earnings' },
    sms: {
      en: '{brand}: the credit of {amount} for your {subject} class on {at} was reversed, because the mentor is paid for the class after all.',
      hi: '{brand}: {at} की {subject} क्लास का {amount} का क्रेडिट रद्द हुआ, क्योंकि फ़ैसले के बाद मेंटर को इस क्लास के पैसे मिल रहे हैं।',
    },
  },
  'proposal-made': {
    to: { family: '/dashboard/student', mentor: '/dashboard/mentor' },
    sms: {
      en: "{brand}: can your {subject} class on {at} move to {to}? Please answer on your dashboard; if you don't, it stays as scheduled.",
      hi: '{brand}: क्या {at} की {subject} क्लास {to} को हो सकती है? कृपया डैशबोर्ड पर जवाब दें; वरना क्लास तय समय पर ही रहेगी।',
    },
    app: {
      en: "{name} wants to move {subject} to {to}. Currently {at}. Please respond; if you don't, it stays as scheduled.",
      hi: '{name} ने {subject} की क्लास {to} बजे रखने को कहा है। अभी {at} बजे है। कृपया जवाब दें; वरना क्लास तय समय पर ही रहेगी।',
    },
  },
  'proposal-declined': {
    to: { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/calendar' },
    sms: {
      en: '{brand}: your request to move the {subject} class from {at} to {to} was declined. {suggestion} The class stays as scheduled.',
      hi: '{brand}: {at} की {subject} क्लास {to} को रखने का आपका अनुरोध मंज़ूर नहीं हुआ। {suggestion} क्लास तय समय पर ही रहेगी।',
    },
  },
  'plan-asked': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: {mentor} suggests {to} for your {subject} classes. Accept or decline on your dashboard by {by}. Nothing is booked until you accept.',
      hi: '{brand}: {mentor} का सुझाव, {subject}: {to}। {by} तक डैशबोर्ड पर हाँ या ना कहें। हाँ के बाद ही पक्का होगा।',
    },
  },
  'plan-declined': {
    to: { mentor: '/dashboard/mentor' },
    sms: {
      en: '{brand}: the family declined {to} for {subject}. {suggestion} Please set another time on your dashboard.',
      hi: '{brand}: {subject} के लिए {to} परिवार को ठीक नहीं लगा। {suggestion} कृपया डैशबोर्ड पर दूसरा समय तय करें।',
    },
  },
  'plan-lapsed': {
    to: { mentor: '/dashboard/mentor' },
    sms: {
      en: "{brand}: the family didn't answer your suggestion of {to} for {subject}, so that time is free again. Message them and set another time on your dashboard.",
      hi: '{brand}: {subject} के लिए {to} पर परिवार का जवाब नहीं आया, इसलिए वह समय फिर खाली है। उन्हें मैसेज करें और डैशबोर्ड पर दूसरा समय तय करें।',
    },
  },
  'class-moved': {
    to: { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/calendar' },
    sms: {
      en: '{brand}: as you both agreed, your {subject} class on {at} is now on {to} instead.',
      hi: '{brand}: आप दोनों की सहमति से {at} की {subject} क्लास अब {to} को है।',
    },
    app: {
      en: '{subject} class moved to {to}\nInstead of {at}, as you both agreed',
      hi: '{subject} की क्लास अब {to} बजे\nआप दोनों की सहमति से {at} की जगह',
    },
  },
} as const satisfies EventTexts
