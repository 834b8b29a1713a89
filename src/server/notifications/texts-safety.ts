import type { EventTexts } from './event-texts.ts'

export const safety = {
  'class-reminder': {
    to: { family: '/dashboard/student#to-confirm' },
    sms: {
      en: "{brand}: did your {subject} class with {mentor} on {at} take place? Please answer on your dashboard by {by}; if you don't, we'll confirm it automatically.",
      hi: '{brand}: क्या {mentor} के साथ {at} की {subject} क्लास हुई? डैशबोर्ड पर बताएँ; {by} के बाद पुष्टि अपने आप होगी।',
    },
    app: {
      en: "Did your {subject} class with {mentor} on {at} take place? If you don't answer, we'll confirm it on {by}.",
      hi: 'क्या {mentor} के साथ {at} की {subject} क्लास हुई? जवाब न मिला तो {by} बजे पुष्टि हो जाएगी।',
    },
    email: {
      en: {
        subject: 'Did your {subject} class on {at} take place?',
        text: "Hello,\n\n{mentor} marked the {subject} class on {at} as held. Did it take place? Please answer on your dashboard by {by}. If you don't, we'll confirm it automatically and pay the mentor.",
      },
      hi: {
        subject: 'क्या {at} की {subject} क्लास हुई?',
        text: 'नमस्ते,\n\n{mentor} ने बताया कि {at} की {subject} क्लास हुई। क्या यह सही है? कृपया {by} तक डैशबोर्ड पर बताएँ: जवाब न मिला तो पुष्टि अपने आप हो जाएगी और मेंटर को क्लास का पैसा दे दिया जाएगा।',
      },
    },
  },
  'no-show-family': {
    to: { family: '/dashboard/student' },
    sms: {
      en: "{brand}: {mentor} says nobody was there for your {subject} class on {at}. If you don't object on your dashboard by {by}, you'll be charged {amount} for it.",
      hi: '{brand}: {mentor}: {at} {subject} क्लास में कोई न मिला। ग़लत? {by} तक डैशबोर्ड पर कहें, वरना {amount} लगेंगे।',
    },
  },
  'no-show-mentor': {
    to: { mentor: '/dashboard/mentor' },
    sms: {
      en: "{brand}: the family says you didn't come to the {subject} class on {at}. If you don't object on your dashboard by {by}, it will be recorded as missed by you.",
      hi: '{brand}: परिवार के अनुसार आप {at} की {subject} क्लास में नहीं आए। सही न हो तो {by} तक डैशबोर्ड पर कहें, वरना क्लास आपसे छूटी मानेंगे।',
    },
  },
  'mentor-suspended': {
    to: { mentor: '/dashboard/mentor' },
    sms: {
      en: '{brand}: your profile is suspended for now and your classes are paused until we contact you. See why: {link}',
      hi: '{brand}: आपकी प्रोफ़ाइल अभी रोकी गई है और हमारे बताने तक क्लास नहीं होंगी। कारण यहाँ देखें: {link}',
    },
    email: {
      en: {
        subject: 'Your profile on {brand} is hidden for now',
        text: "Dear {name},\n\nYour profile {number} is hidden from families for now:\n\n{reason}\n\nYour classes are paused until we contact you: please don't hold any of them. You can still mark classes that started earlier.",
      },
      hi: {
        subject: '{brand} पर आपकी प्रोफ़ाइल अभी नहीं दिख रही',
        text: 'नमस्ते {name},\n\nआपकी प्रोफ़ाइल {number} अभी परिवारों को नहीं दिख रही:\n\n{reason}\n\nहमारे बताने तक आपकी क्लास नहीं होंगी: कृपया कोई क्लास न लें। पहले हो चुकी क्लास हमेशा की तरह दर्ज कर सकते हैं।',
      },
    },
  },
  'mentor-rests': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: classes with {mentor} are paused until we contact you. Meanwhile you can cancel any of them on your dashboard free of charge.',
      hi: '{brand}: हमारे बताने तक {mentor} की क्लास नहीं होंगी। तब तक कोई भी क्लास डैशबोर्ड पर बिना पैसे कटे रद्द हो सकती है।',
    },
    email: {
      en: {
        subject: 'Classes with {mentor} are paused',
        text: "Hello,\n\nClasses with {mentor} are paused until we contact you. You aren't charged for classes that don't take place, and their minutes stay in your balance.\n\nMeanwhile, on your dashboard, you can cancel any class free of charge, request a refund of your balance, or change mentor. Questions? Call us: {phone}",
      },
      hi: {
        subject: '{mentor} की क्लास अभी नहीं होंगी',
        text: 'नमस्ते,\n\nहमारे बताने तक {mentor} की क्लास नहीं होंगी। जो क्लास नहीं होगी, उसका पैसा नहीं कटेगा और उसके मिनट आपके ही रहेंगे।\n\nतब तक आप डैशबोर्ड पर कोई भी क्लास बिना पैसे कटे रद्द कर सकते हैं, बाकी पैसा वापस माँग सकते हैं, या दूसरे मेंटर के साथ आगे बढ़ सकते हैं। कोई सवाल? हमें फ़ोन करें: {phone}',
      },
    },
  },
  'mentor-back': {
    to: { family: '/dashboard/student' },
    sms: {
      en: "{brand}: classes with {mentor} continue as planned. You weren't charged for the classes skipped meanwhile; reschedule them on your dashboard.",
      hi: '{brand}: {mentor} की क्लास फिर तय समय पर होंगी। इस बीच जो छूटीं, उनका पैसा नहीं कटा; डैशबोर्ड पर उनका समय फिर तय करें।',
    },
  },
  'safety-reported': {
    to: { admin: '/admin/reports?kind=safety' },
    sms: {
      en: "{brand}: case {number}, safety: the mentor was not suspended automatically, because an admin lifted the suspension that followed this family's earlier report. Please check now.",
      hi: '{brand}: केस {number}, सुरक्षा: मेंटर पर अपने आप रोक नहीं लगी, क्योंकि इस परिवार की शिकायत पर लगी पिछली रोक एडमिन ने हटाई थी। अभी देखें।',
    },
  },
  'payout-account-set': {
    to: { mentor: '/dashboard/mentor/earnings' },
    urgent: true,
    sms: {
      en: '{brand}: your payouts now go to {account}. If this was not you, call us at once: {phone}',
      hi: '{brand}: आपके पैसे अब {account} में जाएँगे। अगर यह आपने नहीं किया, तो तुरंत हमें फ़ोन करें: {phone}',
    },
    app: {
      en: 'Your payouts now go to {account}. Not you? Call us now: {phone}',
      hi: 'आपके पैसे अब {account} में जाएँगे। आपने नहीं बदला? तुरंत फ़ोन करें: {phone}',
    },
  },
  'passkey-added': {
    to: { family: '/dashboard/settings', mentor: '/dashboard/settings', admin: '/admin' },
    urgent: true,
    sms: {
      en: '{brand}: a passkey was added to your account. If this was not you, call us at once: {phone}',
      hi: '{brand}: आपके अकाउंट में नई पासकी जोड़ी गई है। अगर यह आपने नहीं किया, तो तुरंत हमें फ़ोन करें: {phone}',
    },
  },
  'passkey-removed': {
    to: { family: '/dashboard/settings', mentor: '/dashboard/settings', admin: '/admin' },
    urgent: true,
    sms: {
      en: '{brand}: a passkey was removed from your account. If this was not you, call us at once: {phone}',
      hi: '{brand}: आपके अकाउंट से एक पासकी हटाई गई है। अगर यह आपने नहीं किया, तो तुरंत हमें फ़ोन करें: {phone}',
    },
  },
  'calendar-link-made': {
    to: { family: '/dashboard/student/classes', mentor: '/dashboard/mentor/calendar' },
    urgent: true,
    sms: {
      en: '{brand}: a private calendar link to your classes was created. If this was not you, disable it in your calendar and call us at once: {phone}',
      hi: '{brand}: आपकी क्लास का निजी कैलेंडर लिंक बनाया गया है। अगर यह आपने नहीं किया, तो कैलेंडर में उसे बंद करें और तुरंत हमें फ़ोन करें: {phone}',
    },
  },
  'nominee-named': {
    to: { family: '/dashboard/settings/privacy', mentor: '/dashboard/settings/privacy' },
    urgent: true,
    sms: {
      en: '{brand}: the nominee of your account was named, changed or removed. If this was not you, call us at once: {phone}',
      hi: '{brand}: आपके अकाउंट का नॉमिनी जोड़ा, बदला या हटाया गया है। अगर यह आपने नहीं किया, तो तुरंत हमें फ़ोन करें: {phone}',
    },
  },
  'erasure-asked': {
    to: { family: '/dashboard/settings/privacy', mentor: '/dashboard/settings/privacy' },
    urgent: true,
    sms: {
      en: '{brand}: your account will be erased on {day}, as requested. If this was not you, log in, choose to keep it under Privacy and call us at once: {phone}',
      hi: '{brand}: आपका अकाउंट मिटाने को कहा गया है; वह {day} को मिट जाएगा। यह आपने नहीं कहा, तो लॉग इन करके प्राइवेसी में अकाउंट रहने दें और तुरंत हमें फ़ोन करें: {phone}',
    },
    email: {
      en: {
        subject: 'Your account will be erased on {day}',
        text: "Hello,\n\nWe were asked to erase your {brand} account and will do so on {day}. Until then you can keep it: log in and open Privacy in Settings.\n\nIf this wasn't you, keep your account and call us immediately: {phone}",
      },
      hi: {
        subject: 'आपका अकाउंट {day} को मिटा दिया जाएगा',
        text: 'नमस्ते,\n\nहमसे आपका {brand} अकाउंट मिटाने को कहा गया है; वह {day} को मिटा दिया जाएगा। तब तक आप उसे रख सकते हैं: लॉग इन करके सेटिंग में प्राइवेसी खोलें।\n\nअगर यह आपने नहीं कहा, तो अकाउंट रहने दें और तुरंत हमें फ़ोन करें: {phone}',
      },
    },
  },
  'login-after-rest': {
    to: { family: '/contact-us', mentor: '/contact-us' },
    urgent: true,
    app: {
      en: 'Your account had not been used for a long time, so we removed its passkeys and calendar link when somebody logged in on a new device.',
      hi: 'आपका अकाउंट लंबे समय से इस्तेमाल नहीं हुआ था, इसलिए नए डिवाइस पर लॉगिन के समय हमने उसकी पासकी और कैलेंडर लिंक हटा दिए।',
    },
    email: {
      en: {
        subject: 'Your account was opened on a new device',
        text: "Hello,\n\nYour {brand} account was not used for a long time. Somebody has now logged in to it on a new device, with a code sent to its phone number. We removed the passkeys and the calendar link.\n\nIf this wasn't you, or the number is no longer yours, call us immediately: {phone}",
      },
      hi: {
        subject: 'आपका अकाउंट नए डिवाइस पर खोला गया है',
        text: 'नमस्ते,\n\nआपका {brand} अकाउंट लंबे समय से इस्तेमाल नहीं हुआ था। अब उसके फ़ोन नंबर पर आए कोड से किसी ने नए डिवाइस पर लॉग इन किया है। हमने पासकी और कैलेंडर लिंक हटा दिए हैं।\n\nयह आपने नहीं किया, या नंबर अब आपका नहीं है, तो तुरंत हमें फ़ोन करें: {phone}',
      },
    },
  },
  'data-breach': {
    to: { family: '/dashboard/settings/privacy', mentor: '/dashboard/settings/privacy', admin: '/admin' },
    urgent: true,
    sms: {
      en: '{brand}: an incident we noticed on {day} affected your data. Log in and see under Notifications what happened and what you can do. Questions: {phone}',
      hi: '{brand}: {day} को पता चली एक घटना में आपका डेटा शामिल था। लॉग इन करके सूचनाओं में पढ़ें कि क्या हुआ और आप क्या कर सकते हैं। सवाल: {phone}',
    },
    app: {
      en: '{notice}\n\nQuestions? Call us: {phone}',
      hi: '{notice}\n\nकोई सवाल हो तो हमें फ़ोन करें: {phone}',
    },
    email: {
      en: { subject: 'An incident affected your data', text: 'Hello,\n\n{notice}\n\nQuestions? Call us: {phone}' },
      hi: {
        subject: 'एक घटना में आपका डेटा शामिल था',
        text: 'नमस्ते,\n\n{notice}\n\nकोई सवाल हो तो हमें फ़ोन करें: {phone}',
      },
    },
  },
  'email-changed': {
    to: { family: '/dashboard/settings', mentor: '/dashboard/settings' },
    urgent: true,
    app: {
      en: "Your email address was changed. If this wasn't you, call us at once: {phone}",
      hi: 'आपका ई-मेल पता बदला गया है। अगर यह आपने नहीं किया, तो तुरंत हमें फ़ोन करें: {phone}',
    },
    email: {
      en: {
        subject: 'Your email address was changed',
        text: "Hello,\n\nThe email address of your account was changed. Messages from now on go to the new address, not to this one.\n\nIf this wasn't you, call us immediately: {phone}",
      },
      hi: {
        subject: 'आपका ई-मेल पता बदला गया है',
        text: 'नमस्ते,\n\nआपके अकाउंट का ई-मेल पता बदला गया है। अब से मैसेज नए पते पर जाएँगे, इस पर नहीं।\n\nअगर यह आपने नहीं किया, तो तुरंत हमें फ़ोन करें: {phone}',
      },
    },
  },
  'phone-change-asked': {
    to: { family: '/dashboard/settings', mentor: '/dashboard/settings', admin: '/admin' },
    urgent: true,
    sms: {
      en: '{brand}: we were asked to move your account to the number ending in {ending}. If it was you, log in with this number and confirm in your settings. If not, call us at once: {phone}',
      hi: '{brand}: आपका अकाउंट {ending} वाले नंबर पर ले जाने को कहा गया है। आपने कहा है तो इसी नंबर से लॉग इन कर सेटिंग में हाँ करें। नहीं, तो तुरंत फ़ोन करें: {phone}',
    },
    email: {
      en: {
        subject: 'Request to move your account to another number',
        text: "Hello,\n\nWe were asked to move your account to the phone number ending in {ending}. If this was you, log in with your current number and confirm it in Settings.\n\nIf this wasn't you, decline it there or call us immediately: {phone}",
      },
      hi: {
        subject: 'आपका अकाउंट दूसरे नंबर पर ले जाने को कहा गया है',
        text: 'नमस्ते,\n\nहमसे आपका अकाउंट ऐसे नंबर पर ले जाने को कहा गया है, जिसके आख़िरी अंक {ending} हैं। अगर आपने कहा है, तो अपने मौजूदा नंबर से लॉग इन करें और सेटिंग में पुष्टि करें।\n\nअगर आपने नहीं कहा, तो वहीं मना करें या तुरंत हमें फ़ोन करें: {phone}',
      },
    },
  },
  'phone-changed': {
    to: { family: '/contact-us', mentor: '/contact-us', admin: '/contact-us' },
    urgent: true,
    sms: {
      en: '{brand}: your account now has a new phone number, ending in {ending}; this one no longer works. If this was not you, call us at once: {phone}',
      hi: '{brand}: आपके अकाउंट का नंबर बदल गया है, आख़िरी अंक {ending}; इस नंबर से लॉगिन नहीं होगा। यह आपने नहीं किया तो तुरंत फ़ोन करें: {phone}',
    },
    app: {
      en: 'Your account has a new phone number, ending in {ending}. The old one no longer works. If this was not you, call us at once: {phone}.',
      hi: 'आपके अकाउंट का नंबर बदल गया है, आख़िरी अंक {ending}; पुराने नंबर से लॉगिन नहीं होगा। यह आपने नहीं किया तो तुरंत फ़ोन करें: {phone}।',
    },
    email: {
      en: {
        subject: 'Your account has a new phone number',
        text: "Hello,\n\nYour {brand} account now has a new phone number, ending in {ending}. The old number no longer works and all devices were logged out. Bookings and payments stay the same.\n\nIf this wasn't you, call us immediately: {phone}. We'll suspend the account and look into it.",
      },
      hi: {
        subject: 'आपके अकाउंट का फ़ोन नंबर बदल गया है',
        text: 'नमस्ते,\n\nआपके {brand} अकाउंट का फ़ोन नंबर बदल गया है, आख़िरी अंक {ending}। पुराने नंबर से अब लॉगिन नहीं होगा और हर डिवाइस से लॉगआउट हो गया है; बुकिंग और भुगतान वैसे ही हैं।\n\nयह आपने नहीं किया तो तुरंत फ़ोन करें: {phone}। हम अकाउंट रोककर जाँच करेंगे।',
      },
    },
  },
} as const satisfies EventTexts
