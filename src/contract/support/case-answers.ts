/** Texts to begin an answer in a case with; `{name}` is whoever reported it, `{by}` until when we settle it. Free of zod. */
export const usualAnswers = [
  {
    titleEn: 'We look into it',
    titleHi: 'हम देख रहे हैं',
    en: 'we have read your message and look into it. You hear from us by {by} at the latest.',
    hi: 'हमने आपका मैसेज पढ़ा है और जाँच कर रहे हैं। {by} तक हम आपको ज़रूर बताएँगे।',
  },
  {
    titleEn: 'Need to know more',
    titleHi: 'और जानकारी चाहिए',
    en: 'to help you we need the date of the class and what happened. Please reply to this e-mail or call us.',
    hi: 'आपकी मदद के लिए हमें क्लास की तारीख़ और पूरी बात चाहिए। कृपया इस ई-मेल का जवाब दें या हमें फ़ोन करें।',
  },
  {
    titleEn: 'Money goes back',
    titleHi: 'पैसा लौटेगा',
    en: 'we are sending the money back to the account you paid from. Banks take 5 to 7 working days.',
    hi: 'हम पैसा उसी खाते में लौटा रहे हैं जिससे आपने दिया था। बैंक को 5 से 7 कामकाजी दिन लगते हैं।',
  },
  {
    titleEn: 'Spoke with the mentor',
    titleHi: 'मेंटर से बात हुई',
    en: 'we have spoken with your mentor about it. If it happens again, please tell us at once.',
    hi: 'हमने आपके मेंटर से इस बारे में बात की है। फिर ऐसा हो तो हमें तुरंत बताएँ।',
  },
  {
    titleEn: 'It is solved',
    titleHi: 'सुलझ गया',
    en: 'this is solved now. If you see it otherwise, tell us, and somebody else of us looks at it.',
    hi: 'यह अब सुलझ गया है। आपको ऐसा न लगे तो हमें बताएँ, हममें से कोई दूसरा इसे देखेगा।',
  },
]
export type CaseAnswer = (typeof usualAnswers)[number]

/** What stands in an answer for the name and the day. */
export const answerValues = ['name', 'by'] as const
export const answersMost = 12
