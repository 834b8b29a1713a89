import type { EventTexts } from './event-texts.ts'

export const payments = {
  'payment-returned': {
    to: { family: '/dashboard/student/payments' },
    sms: {
      en: "{brand}: we received {amount} for order {number}, but it was already paid or booked. We're refunding it to the account you paid from.",
      hi: '{brand}: ऑर्डर {number} के {amount} मिले, पर इसका पेमेंट या बुकिंग पहले ही हो चुकी थी। पैसे जिस खाते से आए, उसी में लौटा रहे हैं।',
    },
  },
  'payment-short': {
    to: { family: '/dashboard/student/payments' },
    sms: {
      en: "{brand}: we received {amount} for order {number}, which is less than the price, so nothing was booked. We're refunding it to the account you paid from.",
      hi: '{brand}: ऑर्डर {number} के लिए {amount} मिले, जो उसकी क़ीमत से कम हैं, इसलिए बुकिंग नहीं हुई। पैसे जिस खाते से आए, उसी में लौटा रहे हैं।',
    },
  },
  'refund-sent': {
    to: { family: '/dashboard/student/payments' },
    sms: {
      en: '{brand}: your refund of {amount} for order {number} is on its way to the account you paid from. Banks usually take 5 to 7 working days.',
      hi: '{brand}: ऑर्डर {number} के {amount} उसी खाते में भेज दिए गए हैं जिससे आपने चुकाया था। बैंक को आम तौर पर 5 से 7 कामकाजी दिन लगते हैं।',
    },
    email: {
      en: {
        subject: 'Your refund of {amount} is on its way',
        text: 'Hello,\n\nYour refund of {amount} for order {number} is on its way to the account you paid from. Banks usually take 5 to 7 working days.',
      },
      hi: {
        subject: 'आपके {amount} लौट रहे हैं',
        text: 'नमस्ते,\n\nऑर्डर {number} के {amount} उसी खाते में भेज दिए गए हैं जिससे आपने चुकाया था। बैंक को आम तौर पर 5 से 7 कामकाजी दिन लगते हैं।',
      },
    },
  },
  'refund-settled': {
    to: { family: '/dashboard/student/payments' },
    sms: {
      en: '{brand}: we refunded {amount} for order {number} (bank reference {reference}) to the account you paid from.',
      hi: '{brand}: ऑर्डर {number} के {amount} (बैंक रेफ़रेंस {reference}) उसी खाते में लौटा दिए गए जिससे आपने चुकाया था।',
    },
    email: {
      en: {
        subject: 'We refunded {amount}',
        text: 'Hello,\n\nWe refunded {amount} for order {number} to the account you paid from.\n\nBank reference: {reference}',
      },
      hi: {
        subject: 'आपके {amount} लौटा दिए गए',
        text: 'नमस्ते,\n\nऑर्डर {number} के {amount} उसी खाते में लौटा दिए गए जिससे आपने चुकाया था।\n\nबैंक रेफ़रेंस: {reference}',
      },
    },
  },
  'refund-settled-early': {
    to: { family: '/dashboard/student/payments' },
    sms: {
      en: '{brand}: we refunded {amount} for order {number} to the account you paid from. The bank reference will appear on your dashboard.',
      hi: '{brand}: ऑर्डर {number} के {amount} उसी खाते में लौटा दिए गए जिससे आपने चुकाया था। बैंक का रेफ़रेंस डैशबोर्ड पर आएगा।',
    },
    email: {
      en: {
        subject: 'We refunded {amount}',
        text: 'Hello,\n\nWe refunded {amount} for order {number} to the account you paid from. The bank reference will appear on your dashboard.',
      },
      hi: {
        subject: 'आपके {amount} लौटा दिए गए',
        text: 'नमस्ते,\n\nऑर्डर {number} के {amount} उसी खाते में लौटा दिए गए जिससे आपने चुकाया था। बैंक का रेफ़रेंस डैशबोर्ड पर आएगा।',
      },
    },
  },
  'refund-failed': {
    to: { family: '/dashboard/student/payments' },
    sms: {
      en: "{brand}: we couldn't refund {amount} for order {number} yet. The money is still yours; we're looking into it and will update you here.",
      hi: '{brand}: ऑर्डर {number} के {amount} अभी लौटाए नहीं जा सके। पैसा आपका ही है; हम देखकर यहीं बताएँगे।',
    },
  },
  'refund-declined': {
    to: { family: '/dashboard/student/payments' },
    sms: {
      en: "{brand}: we couldn't approve the refund of {amount} for order {number}. See why under Payments on your dashboard.",
      hi: '{brand}: ऑर्डर {number} के {amount} लौटाना मंज़ूर नहीं हो सका। कारण आपके डैशबोर्ड पर पेमेंट में है।',
    },
  },
  'payout-paid': {
    to: { mentor: '/dashboard/mentor/earnings' },
    sms: {
      en: '{brand}: we paid {amount} to {account}, bank reference {reference}. Details by class: {link}?tab=earnings',
      hi: '{brand}: हमने {account} में {amount} भेज दिए, बैंक रेफ़रेंस {reference}। हर क्लास का हिसाब: {link}?tab=earnings',
    },
    app: {
      en: 'We paid {amount} to {account}, bank reference {reference}.',
      hi: 'हमने {account} में {amount} भेज दिए, बैंक रेफ़रेंस {reference}।',
    },
    email: {
      en: {
        subject: 'We paid you {amount}',
        text: 'Hello,\n\nWe paid {amount} to {account}.\n\nBank reference: {reference}\n\nSee the details by class on your dashboard.',
      },
      hi: {
        subject: 'हमने आपको {amount} भेजे',
        text: 'नमस्ते,\n\nहमने {account} में {amount} भेज दिए।\n\nबैंक रेफ़रेंस: {reference}\n\nहर क्लास का हिसाब डैशबोर्ड पर है।',
      },
    },
  },
  'tax-facts-asked': {
    to: { mentor: '/dashboard/settings/tax' },
    sms: {
      en: '{brand}: please add your PAN in your settings. Without it, the law makes us deduct {percent}% TDS from every class fee.',
      hi: '{brand}: सेटिंग में अपना PAN दें। PAN के बिना क़ानून के अनुसार हर क्लास की फ़ीस से {percent}% TDS कटेगा।',
    },
  },
  'payout-account-refused': {
    to: { mentor: '/dashboard/mentor/earnings' },
    sms: {
      en: "{brand}: we can't pay into {account}: {reason}. Please enter another account on your dashboard.",
      hi: '{brand}: {account} में आपका पैसा नहीं भेजा जा सकता: {reason}। डैशबोर्ड पर दूसरा खाता दें।',
    },
    email: {
      en: {
        subject: 'Please enter another account for your payouts',
        text: "Hello,\n\nWe can't pay into {account}: {reason}.\n\nPlease enter another account on your dashboard, under Earnings. We'll hold your earnings until then.",
      },
      hi: {
        subject: 'भुगतान के लिए दूसरा खाता दें',
        text: 'नमस्ते,\n\n{account} में आपका पैसा नहीं भेजा जा सकता: {reason}।\n\nकृपया डैशबोर्ड पर कमाई में दूसरा खाता दें। तब तक आपकी कमाई हमारे पास सुरक्षित रहेगी।',
      },
    },
  },
  'tax-facts-refused': {
    to: { mentor: '/dashboard/settings/tax' },
    sms: {
      en: "{brand}: we couldn't accept your tax details: {reason} Please correct them on your dashboard. Until then, TDS is deducted at the rate without PAN.",
      hi: '{brand}: आपकी टैक्स की जानकारी ठीक नहीं है: {reason} डैशबोर्ड पर सुधारें। तब तक बिना PAN वाली दर से TDS कटेगा।',
    },
    email: {
      en: {
        subject: 'Please correct your tax details',
        text: "Hello,\n\nWe couldn't accept your tax details: {reason}\n\nPlease correct them in your settings. Until then, TDS is deducted at the rate without PAN.",
      },
      hi: {
        subject: 'टैक्स की जानकारी सुधारें',
        text: 'नमस्ते,\n\nआपकी टैक्स की जानकारी ठीक नहीं है: {reason}\n\nकृपया सेटिंग में सुधारें। तब तक बिना PAN वाली दर से TDS कटेगा।',
      },
    },
  },
  'tax-returned': {
    to: { mentor: '/dashboard/mentor/earnings' },
    sms: {
      en: '{brand}: we deducted {amount} too much tax from your earnings. It has been added back and is part of your next payout.',
      hi: '{brand}: हमने आपसे {amount} टैक्स ज़्यादा काटा था। यह आपकी कमाई में वापस आ गया है और अगले भुगतान में मिलेगा।',
    },
  },
} as const satisfies EventTexts
