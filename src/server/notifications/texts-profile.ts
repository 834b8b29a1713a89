import type { EventTexts } from './event-texts.ts'

export const profile = {
  'stepped-down': {
    to: { mentor: '/dashboard/mentor/profile' },
    sms: {
      en: '{brand}: you appear lower in the list of mentors for now. See why, and how to change it, on your dashboard: {link}',
      hi: '{brand}: अभी आप मेंटर की सूची में नीचे दिखेंगे। इसका कारण, और यह कैसे बदलेगा, डैशबोर्ड पर देखें: {link}',
    },
  },
  'stepped-back': {
    to: { mentor: '/dashboard/mentor/profile' },
    sms: {
      en: "{brand}: you're back in your usual place in the list of mentors. Thank you for keeping your classes.",
      hi: '{brand}: मेंटर की सूची में आप अपनी जगह पर वापस हैं। अपनी तय क्लास लेने के लिए धन्यवाद।',
    },
  },
  'application-received': {
    to: { mentor: '/dashboard/mentor/profile' },
    sms: {
      en: "{brand}: we have received your application {number}. We'll review it and let you know the result here.",
      hi: '{brand}: आपका आवेदन {number} हमें मिल गया। जाँच के बाद नतीजा यहीं बताएँगे।',
    },
  },
  'mentor-verified': {
    to: { mentor: '/dashboard/mentor/profile' },
    sms: {
      en: '{brand}: you are verified. Families can find you now: {link}',
      hi: '{brand}: आपकी जाँच पूरी हुई। अब परिवार आपको ढूँढ सकते हैं: {link}',
    },
    email: {
      en: {
        subject: 'You are verified on {brand}',
        text: 'Dear {name},\n\nWe have verified your application {number}. Families can find you now.',
      },
      hi: {
        subject: '{brand} पर आपकी जाँच पूरी हुई',
        text: 'नमस्ते {name},\n\nआपका आवेदन {number} वेरिफ़ाई हो गया। अब परिवार आपको ढूँढ सकते हैं।',
      },
    },
  },
  'mentor-rejected': {
    to: { mentor: '/dashboard/mentor/profile' },
    sms: {
      en: '{brand}: your application {number} needs a correction. See what to change, and resubmit it: {link}',
      hi: '{brand}: आपके आवेदन {number} में कुछ सुधार चाहिए। क्या सुधारना है, यहाँ देखकर दोबारा भेजें: {link}',
    },
    email: {
      en: {
        subject: 'Your application {number} needs a correction',
        text: "Dear {name},\n\nWe couldn't verify your application {number} yet:\n\n{reason}\n\nPlease correct it on your dashboard and resubmit it.",
      },
      hi: {
        subject: 'आपके आवेदन {number} में सुधार चाहिए',
        text: 'नमस्ते {name},\n\nआपका आवेदन {number} अभी वेरिफ़ाई नहीं हो सका:\n\n{reason}\n\nडैशबोर्ड पर सुधारकर दोबारा भेजें।',
      },
    },
  },
  'mentor-restored': {
    to: { mentor: '/dashboard/mentor/profile' },
    sms: {
      en: '{brand}: your profile is visible to families again, and your classes continue as planned: {link}',
      hi: '{brand}: आपकी प्रोफ़ाइल फिर से परिवारों को दिख रही है और क्लास तय समय पर होंगी: {link}',
    },
    email: {
      en: {
        subject: 'Your profile on {brand} is visible again',
        text: 'Dear {name},\n\nYour profile {number} is visible to families again.',
      },
      hi: {
        subject: '{brand} पर आपकी प्रोफ़ाइल फिर दिख रही है',
        text: 'नमस्ते {name},\n\nआपकी प्रोफ़ाइल {number} फिर से परिवारों को दिख रही है।',
      },
    },
  },
  'document-asked': {
    to: { mentor: '/dashboard/mentor/profile' },
    sms: {
      en: '{brand}: please upload your ID document again. We need to check your identity again, and the earlier file has been deleted: {link}',
      hi: '{brand}: कृपया अपना पहचान पत्र फिर से अपलोड करें। हम आपकी पहचान फिर जाँच रहे हैं और पुरानी फ़ाइल हटाई जा चुकी है: {link}',
    },
    email: {
      en: {
        subject: 'Please upload your ID document again',
        text: 'Dear {name},\n\nWe need to check your identity again, and your earlier ID document has been deleted. Please upload it again on your dashboard.\n\nYour number: {number}',
      },
      hi: {
        subject: 'कृपया अपना पहचान पत्र फिर से अपलोड करें',
        text: 'नमस्ते {name},\n\nहम आपकी पहचान फिर जाँच रहे हैं और आपका पुराना पहचान पत्र हटाया जा चुका है। कृपया उसे अपने डैशबोर्ड पर फिर से अपलोड करें।\n\nआपका नंबर: {number}',
      },
    },
  },
  'change-approved': {
    to: { mentor: '/dashboard/mentor/profile' },
    sms: {
      en: '{brand}: we have approved your profile changes. Families can see them now: {link}',
      hi: '{brand}: आपकी प्रोफ़ाइल के बदलाव मंज़ूर हो गए। अब परिवार उन्हें देख सकते हैं: {link}',
    },
    email: {
      en: {
        subject: 'Your profile changes are approved',
        text: 'Dear {name},\n\nWe have approved the changes to your profile {number}. Families can see them now.',
      },
      hi: {
        subject: 'आपकी प्रोफ़ाइल के बदलाव मंज़ूर हो गए',
        text: 'नमस्ते {name},\n\nआपकी प्रोफ़ाइल {number} के बदलाव मंज़ूर हो गए। अब परिवार उन्हें देख सकते हैं।',
      },
    },
  },
  'change-declined': {
    to: { mentor: '/dashboard/mentor/profile' },
    sms: {
      en: "{brand}: we couldn't approve the changes to your profile, so it stays as it was. See why on your dashboard: {link}",
      hi: '{brand}: आपकी प्रोफ़ाइल के बदलाव मंज़ूर नहीं हो सके, वह पहले जैसी ही रहेगी। वजह डैशबोर्ड पर देखें: {link}',
    },
    email: {
      en: {
        subject: 'Your profile changes were not approved',
        text: "Dear {name},\n\nWe couldn't approve the changes to your profile {number}:\n\n{reason}\n\nYour profile stays as it was.",
      },
      hi: {
        subject: 'आपकी प्रोफ़ाइल के बदलाव मंज़ूर नहीं हुए',
        text: 'नमस्ते {name},\n\nआपकी प्रोफ़ाइल {number} के बदलाव मंज़ूर नहीं हो सके:\n\n{reason}\n\nआपकी प्रोफ़ाइल पहले जैसी ही रहेगी।',
      },
    },
  },
  'check-expiring': {
    to: { mentor: '/dashboard/mentor/profile' },
    sms: {
      en: '{brand}: your {check} check is valid until {date}. Please call us before then to renew it: {phone}',
      hi: '{brand}: आपकी {check} की जाँच {date} तक मान्य है। इसे फिर से कराने के लिए उससे पहले हमें फ़ोन करें: {phone}',
    },
    email: {
      en: {
        subject: 'Your {check} check is valid until {date}',
        text: 'Hello,\n\nYour {check} check is valid until {date}. Please call us before then to renew it: {phone}\n\nAfter that date, its badge is removed from your profile.',
      },
      hi: {
        subject: 'आपकी {check} की जाँच {date} तक मान्य है',
        text: 'नमस्ते,\n\nआपकी {check} की जाँच {date} तक मान्य है। इसे फिर से कराने के लिए उससे पहले हमें फ़ोन करें: {phone}\n\nउस दिन के बाद इसका बैज आपकी प्रोफ़ाइल से हट जाएगा।',
      },
    },
  },
  'identity-expiring': {
    to: { mentor: '/dashboard/mentor/profile' },
    sms: {
      en: '{brand}: your identity check is valid until {date}. Please upload your ID document again before then: {link}',
      hi: '{brand}: आपकी पहचान की जाँच {date} तक मान्य है। उससे पहले अपना पहचान पत्र फिर से अपलोड करें: {link}',
    },
    email: {
      en: {
        subject: 'Your identity check is valid until {date}',
        text: 'Hello,\n\nYour identity check is valid until {date}. Please upload your ID document again before then, on your dashboard.\n\nAfter that date, its badge is removed from your profile.',
      },
      hi: {
        subject: 'आपकी पहचान की जाँच {date} तक मान्य है',
        text: 'नमस्ते,\n\nआपकी पहचान की जाँच {date} तक मान्य है। उससे पहले डैशबोर्ड पर अपना पहचान पत्र फिर से अपलोड करें।\n\nउस दिन के बाद इसका बैज आपकी प्रोफ़ाइल से हट जाएगा।',
      },
    },
  },
} as const satisfies EventTexts
