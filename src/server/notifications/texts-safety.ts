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
      en: '{brand}: your profile is paused for now and your classes rest until we tell you. See why: {link}',
      hi: '{brand}: आपकी प्रोफ़ाइल अभी रोकी गई है और हमारे बताने तक क्लास नहीं होंगी। कारण यहाँ देखें: {link}',
    },
    email: {
      en: {
        subject: 'Your profile on {brand} is not shown for now',
        text: 'Dear {name},\n\nyour profile {number} is not shown to families for now:\n\n{reason}\n\nYour classes rest until we tell you: please hold none of them. Classes from before can be marked as always.',
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
      en: '{brand}: the classes with {mentor} rest until we tell you. Meanwhile each of them can be cancelled on your dashboard at no cost.',
      hi: '{brand}: हमारे बताने तक {mentor} की क्लास नहीं होंगी। तब तक कोई भी क्लास डैशबोर्ड पर बिना पैसे कटे रद्द हो सकती है।',
    },
    email: {
      en: {
        subject: 'The classes with {mentor} rest for now',
        text: 'Hello,\n\nthe classes with {mentor} rest until we tell you. Nothing is charged for a class that is not held, and its minutes stay yours.\n\nMeanwhile you can cancel each class at no cost, ask for the rest of your money back, or go on with another mentor, all on your dashboard. Questions? Call us: {phone}',
      },
      hi: {
        subject: '{mentor} की क्लास अभी नहीं होंगी',
        text: 'नमस्ते,\n\nहमारे बताने तक {mentor} की क्लास नहीं होंगी। जो क्लास नहीं होगी, उसका पैसा नहीं कटेगा और उसके मिनट आपके ही रहेंगे।\n\nतब तक आप डैशबोर्ड पर कोई भी क्लास बिना पैसे कटे रद्द कर सकते हैं, बाक़ी पैसा वापस माँग सकते हैं, या दूसरे मेंटर के साथ आगे बढ़ सकते हैं। कोई सवाल? हमें फ़ोन करें: {phone}',
      },
    },
  },
  'mentor-back': {
    to: { family: '/dashboard/student' },
    sms: {
      en: '{brand}: the classes with {mentor} go on as planned. What fell out meanwhile cost nothing and is still yours, see your dashboard.',
      hi: '{brand}: {mentor} की क्लास फिर तय समय पर होंगी। इस बीच जो छूटीं, उनका पैसा नहीं कटा, वे आपकी बाक़ी हैं। डैशबोर्ड देखें।',
    },
  },
  'safety-reported': {
    to: { admin: '/admin/reports?kind=safety' },
    sms: {
      en: '{brand}: case {number}, safety: the mentor was not paused by itself, because an admin lifted a pause after this family before. Please look now.',
      hi: '{brand}: केस {number}, सुरक्षा: मेंटर अपने आप नहीं रुका, क्योंकि इस परिवार की पिछली रोक एडमिन ने हटाई थी। अभी देखें।',
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
  'phone-change-asked': {
    to: { family: '/dashboard/settings', mentor: '/dashboard/settings', admin: '/admin' },
    urgent: true,
    sms: {
      en: '{brand}: somebody asked to move your account to the number ending {ending}. If it was you, log in with this number and confirm in your settings. If not, call us at once: {phone}',
      hi: '{brand}: आपका अकाउंट {ending} वाले नंबर पर ले जाने को कहा गया है। आपने कहा है तो इसी नंबर से लॉग इन कर सेटिंग में हाँ करें। नहीं, तो तुरंत फ़ोन करें: {phone}',
    },
    email: {
      en: {
        subject: 'Somebody asked to move your account to another number',
        text: 'Hello,\n\nsomebody asked us to move your account to the phone number ending {ending}. If it was you, log in with your present number and confirm it in your settings.\n\nIf it was not you, say no there or call us at once: {phone}',
      },
      hi: {
        subject: 'आपका अकाउंट दूसरे नंबर पर ले जाने को कहा गया है',
        text: 'नमस्ते,\n\nहमसे आपका अकाउंट {ending} पर समाप्त होने वाले नंबर पर ले जाने को कहा गया है। अगर आपने कहा है, तो अपने मौजूदा नंबर से लॉग इन करें और सेटिंग में पुष्टि करें।\n\nअगर आपने नहीं कहा, तो वहीं मना करें या तुरंत हमें फ़ोन करें: {phone}',
      },
    },
  },
  'phone-changed': {
    to: { family: '/contact', mentor: '/contact', admin: '/contact' },
    urgent: true,
    sms: {
      en: '{brand}: your account now has another phone number, ending in {ending}; this one opens it no more. If this was not you, call us at once: {phone}',
      hi: '{brand}: आपके अकाउंट का नंबर बदल गया है, आख़िरी अंक {ending}; इस नंबर से लॉगिन नहीं होगा। यह आपने नहीं किया तो तुरंत फ़ोन करें: {phone}',
    },
    app: {
      en: 'your account has another phone number, ending in {ending}; the one before opens it no more. If this was not you, call us at once: {phone}.',
      hi: 'आपके अकाउंट का नंबर बदल गया है, आख़िरी अंक {ending}; पुराने नंबर से लॉगिन नहीं होगा। यह आपने नहीं किया तो तुरंत फ़ोन करें: {phone}।',
    },
    email: {
      en: {
        subject: 'Your account has another phone number',
        text: 'Hello,\n\nyour {brand} account now has another phone number, ending in {ending}. The number before opens it no more, and every device was logged out; bookings and payments stay as they are.\n\nIf this was not you, call us at once: {phone}. We stop the account and look into it.',
      },
      hi: {
        subject: 'आपके अकाउंट का फ़ोन नंबर बदल गया है',
        text: 'नमस्ते,\n\nआपके {brand} अकाउंट का फ़ोन नंबर बदल गया है, आख़िरी अंक {ending}। पुराने नंबर से अब लॉगिन नहीं होगा और हर डिवाइस से लॉगआउट हो गया है; बुकिंग और भुगतान वैसे ही हैं।\n\nयह आपने नहीं किया तो तुरंत फ़ोन करें: {phone}। हम अकाउंट रोककर जाँच करेंगे।',
      },
    },
  },
} as const satisfies EventTexts
