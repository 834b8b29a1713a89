/** Default templates for answers; `{name}` is the reporter, `{by}` the deadline for resolving. Free of zod. */
export const defaultAnswerTemplates = [
  {
    titleEn: "We're looking into it",
    titleHi: 'हम देख रहे हैं',
    en: "We've read your message and are looking into it. You'll hear from us by {by}.",
    hi: 'हमने आपका मैसेज पढ़ा है और जाँच कर रहे हैं। {by} तक हम आपको ज़रूर बताएँगे।',
  },
  {
    titleEn: 'More information needed',
    titleHi: 'और जानकारी चाहिए',
    en: 'To help you, we need the date of the class and what happened. Please reply to this email or call us.',
    hi: 'आपकी मदद के लिए हमें क्लास की तारीख़ और पूरी बात चाहिए। कृपया इस ई-मेल का जवाब दें या हमें फ़ोन करें।',
  },
  {
    titleEn: 'Refund on its way',
    titleHi: 'पैसा लौटेगा',
    en: "We're sending a refund to the account you paid from. Banks take 5 to 7 working days.",
    hi: 'हम पैसा उसी खाते में लौटा रहे हैं जिससे आपने दिया था। बैंक को 5 से 7 कामकाजी दिन लगते हैं।',
  },
  {
    titleEn: 'Spoke with the mentor',
    titleHi: 'मेंटर से बात हुई',
    en: "We've spoken with your mentor about this. If it happens again, please tell us straight away.",
    hi: 'हमने आपके मेंटर से इस बारे में बात की है। फिर ऐसा हो तो हमें तुरंत बताएँ।',
  },
  {
    titleEn: 'Resolved',
    titleHi: 'सुलझ गया',
    en: 'This has been resolved. If you disagree, tell us and someone else will review it.',
    hi: 'यह अब सुलझ गया है। आपको ऐसा न लगे तो हमें बताएँ, हममें से कोई दूसरा इसे देखेगा।',
  },
]
export type AnswerTemplate = (typeof defaultAnswerTemplates)[number]

/** Placeholders an answer template may contain. */
export const answerPlaceholders = ['name', 'by'] as const
export const maxAnswerTemplates = 12
