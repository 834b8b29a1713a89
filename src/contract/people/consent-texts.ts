import type { Language } from '../wire/errors.ts'

/** Consent texts. A changed text gets the next version. Free of zod: the browser may import them. */
export const consentKinds = ['account', 'documents', 'e-kyc', 'child', 'mentor-conduct', 'family-conduct'] as const
export type ConsentKind = (typeof consentKinds)[number]

/** The code of conduct of each side. */
export type ConductKind = Extract<ConsentKind, `${string}-conduct`>

/** Kinds that hold as long as the account exists. */
export const lastingConsents: readonly ConsentKind[] = ['account', 'mentor-conduct', 'family-conduct']

/** How a person who agrees for a child is related to it. */
export const parentRelations = ['mother', 'father', 'guardian'] as const
export type ParentRelation = (typeof parentRelations)[number]

/** A consent's text: what data, for what, item by item. */
export type ConsentText = { version: number; items: readonly string[] }

const texts: Record<ConsentKind, { version: number } & Record<Language, readonly string[]>> = {
  account: {
    version: 1,
    en: [
      'Your phone number: to log you in and to send you codes and messages about your classes.',
      'The name, email and address you give us: for bookings, receipts and classes at home.',
      'Your bookings, classes, chats and payments: to run the classes, settle disputes and keep the accounts the law requires.',
      'Your device and IP address: to keep your account safe.',
      'To withdraw, erase your account in Settings > Privacy. Questions and complaints go to our grievance officer (page “Complaints”), then to the Data Protection Board of India.',
    ],
    hi: [
      'आपका फ़ोन नंबर: लॉग इन के लिए, और कोड और क्लास के मैसेज भेजने के लिए।',
      'आपका दिया नाम, ईमेल और पता: बुकिंग, रसीद और घर पर क्लास के लिए।',
      'आपकी बुकिंग, क्लास, चैट और भुगतान: क्लास चलाने, विवाद सुलझाने और क़ानून के अनुसार हिसाब रखने के लिए।',
      'आपका डिवाइस और IP पता: आपके अकाउंट की सुरक्षा के लिए।',
      'सहमति वापस लेने के लिए सेटिंग > प्राइवेसी में अकाउंट मिटाएँ। सवाल और शिकायत हमारे शिकायत अधिकारी को भेजें (पेज “शिकायत”), उसके बाद भारत के डेटा संरक्षण बोर्ड को।',
    ],
  },
  documents: {
    version: 2,
    en: [
      'Your identity document, certificates and CV: to check who you are and what you studied before families can book you.',
      'Aadhaar is voluntary: a passport, voter card, driving licence or PAN card does as well. If you upload Aadhaar, we cover its first eight digits before we save it and never keep the number.',
      'Only staff who check mentors can open your documents, and each time is recorded. We delete your identity document some weeks after the check; the privacy policy gives the exact time.',
      'You can withdraw consent in Settings > Privacy: we then delete the documents at once.',
    ],
    hi: [
      'आपका पहचान पत्र, सर्टिफ़िकेट और CV: परिवारों के बुक करने से पहले यह जाँचने के लिए कि आप कौन हैं और आपने क्या पढ़ा है।',
      'आधार देना ज़रूरी नहीं: पासपोर्ट, वोटर कार्ड, ड्राइविंग लाइसेंस या PAN कार्ड भी चलेगा। आधार अपलोड करने पर हम सेव करने से पहले उसके पहले आठ अंक ढक देते हैं और नंबर कभी नहीं रखते।',
      'आपके दस्तावेज़ सिर्फ़ वही कर्मचारी खोल सकते हैं जो मेंटर की जाँच करते हैं, और हर बार खोलने का रिकॉर्ड रहता है। जाँच के कुछ हफ़्ते बाद आपका पहचान पत्र मिटा दिया जाता है; सही समय प्राइवेसी पॉलिसी में लिखा है।',
      'सेटिंग > प्राइवेसी में सहमति वापस ले सकते हैं: तब हम दस्तावेज़ तुरंत मिटा देते हैं।',
    ],
  },
  'e-kyc': {
    version: 1,
    en: [
      'Your e-KYC file and its share code, instead of an ID document: to check by UIDAI’s signature who you are, and that you are 18 or older.',
      "From the file we keep your name, the last four digits of your Aadhaar number, when UIDAI made the file and when we checked it. We don't keep the file, the share code, your date of birth, photo or address.",
      'Aadhaar is voluntary: a passport, voter card, driving licence or PAN card does as well.',
      'Only staff who check mentors see what we keep. We delete it some weeks after the check; the privacy policy gives the exact time.',
      'You can withdraw consent in Settings > Privacy: we then delete it at once.',
    ],
    hi: [
      'पहचान पत्र की जगह आपकी e-KYC फ़ाइल और उसका शेयर कोड: UIDAI के हस्ताक्षर से यह जाँचने के लिए कि आप कौन हैं और आपकी उम्र 18 या ज़्यादा है।',
      'फ़ाइल से हम आपका नाम, आधार नंबर के आख़िरी चार अंक, और यह रखते हैं कि UIDAI ने फ़ाइल कब बनाई और हमने कब जाँची। फ़ाइल, शेयर कोड, जन्मतिथि, फ़ोटो और पता हम नहीं रखते।',
      'आधार देना ज़रूरी नहीं: पासपोर्ट, वोटर कार्ड, ड्राइविंग लाइसेंस या PAN कार्ड भी चलेगा।',
      'जो हम रखते हैं, उसे सिर्फ़ मेंटर की जाँच करने वाले कर्मचारी देखते हैं। जाँच के कुछ हफ़्ते बाद उसे मिटा देते हैं; सही समय प्राइवेसी पॉलिसी में लिखा है।',
      'सेटिंग > प्राइवेसी में सहमति वापस ले सकते हैं: तब हम उसे तुरंत मिटा देते हैं।',
    ],
  },
  child: {
    version: 1,
    en: [
      'I am 18 or older and the parent or legal guardian of the students under 18 I add.',
      "The child's name, class, school and board: to find a mentor and plan classes. The mentor you book sees the first name, class and subject.",
      'Attendance, homework and notes about the classes: so that you and the mentor can follow them.',
      "We don't track children or show them ads.",
      'You can withdraw consent in Settings > Privacy. After that we take no new bookings for your children.',
    ],
    hi: [
      'मेरी उम्र 18 या ज़्यादा है, और 18 से कम उम्र के जिन छात्रों को मैं जोड़ूँगा या जोड़ूँगी, मैं उनकी माँ, उनका पिता या क़ानूनी अभिभावक हूँ।',
      'बच्चे का नाम, क्लास, स्कूल और बोर्ड: मेंटर ढूँढने और क्लास तय करने के लिए। जिस मेंटर को बुक करते हैं, उसे नाम का पहला हिस्सा, क्लास और विषय दिखता है।',
      'हाज़िरी, होमवर्क और क्लास के नोट: ताकि आप और मेंटर पढ़ाई पर नज़र रख सकें।',
      'हम बच्चों को ट्रैक नहीं करते और उन्हें कोई विज्ञापन नहीं दिखाते।',
      'सेटिंग > प्राइवेसी में सहमति वापस ले सकते हैं: तब हम आपके बच्चों के लिए नई बुकिंग नहीं लेते।',
    ],
  },
  'mentor-conduct': {
    version: 1,
    en: [
      "At a student's home, I teach a student under 18 only while an adult of the family is there, and in a room that others can enter at any time.",
      "I come in person, show my ID card at the door, and don't bring anyone with me.",
      'I never hit, threaten, shame or touch a student, and never take photos or videos of them.',
      "I talk to students about classes only. I don't send them private messages, give them gifts or ask them to keep secrets.",
      'I treat every student and family with the same respect, whatever their religion, caste, gender, language or disability.',
      'If I fear that a child is being harmed, I report it at once: I tap “Safety concern” on the class, or call Childline on 1098. If there is danger, I call 112. I know that the law requires me to report a sexual offence against a child.',
      'If I break this code, MentorSetu can suspend me.',
    ],
    hi: [
      'छात्र के घर पर 18 साल से कम उम्र के छात्र को तभी पढ़ाना है, जब परिवार का कोई बड़ा घर पर हो, और ऐसे कमरे में जहाँ घर के लोग कभी भी आ सकें।',
      'ख़ुद आना है, दरवाज़े पर अपना पहचान कार्ड दिखाना है, और किसी को साथ नहीं लाना है।',
      'छात्र को कभी मारना, धमकाना, शर्मिंदा करना या छूना नहीं है, और उसकी फ़ोटो या वीडियो कभी नहीं लेना है।',
      'छात्र से सिर्फ़ पढ़ाई की बात करनी है। न निजी मैसेज भेजने हैं, न तोहफ़े देने हैं, न कोई बात छिपाने को कहना है।',
      'हर छात्र और परिवार का एक जैसा आदर करना है, चाहे धर्म, जाति, लिंग, भाषा या विकलांगता कुछ भी हो।',
      'बच्चे के साथ कुछ ग़लत होने का डर हो, तो तुरंत बताना है: क्लास में “सुरक्षा की दिक्कत” दबाएँ या चाइल्डलाइन 1098 पर फ़ोन करें। ख़तरा हो तो 112 पर फ़ोन करें। मुझे पता है कि बच्चे के साथ यौन अपराध की सूचना देना क़ानूनन ज़रूरी है।',
      'ये नियम तोड़ने पर MentorSetu मेरा अकाउंट बंद कर सकता है।',
    ],
  },
  'family-conduct': {
    version: 2,
    en: [
      'An adult of your family is at home during every home class of a student under 18.',
      'These classes take place in a room that others can enter at any time.',
      "Before you open the door, check that the mentor's photo, name and door code match those in the app.",
      'Treat every mentor with respect, whatever their religion, caste, gender, language or disability. Never insult or harass them, or ask them to do anything except teach.',
      "Don't record a class or take photos of the mentor without asking the mentor first.",
      'If something worries you, report it at once: tap “Safety concern” on the class, or call Childline on 1098. If there is danger, call 112.',
      'If you break this code, MentorSetu can close your account.',
    ],
    hi: [
      '18 साल से कम उम्र के छात्र की घर पर हर क्लास के समय परिवार के किसी बड़े को घर पर रहना है।',
      'ये क्लास ऐसे कमरे में होनी हैं जहाँ घर के लोग कभी भी आ सकें।',
      'दरवाज़ा खोलने से पहले मेंटर की फ़ोटो, नाम और दरवाज़े का कोड ऐप से मिलाना है।',
      'मेंटर का धर्म, जाति, लिंग, भाषा या विकलांगता कुछ भी हो, उनसे आदर से पेश आना है। बुरा-भला नहीं कहना है, परेशान नहीं करना है, और पढ़ाने के अलावा कोई काम नहीं कराना है।',
      'मेंटर से पूछे बिना न क्लास रिकॉर्ड करनी है, न उनकी फ़ोटो लेनी है।',
      'कोई बात परेशान करे, तो तुरंत बताना है: क्लास में “सुरक्षा की दिक्कत” दबाएँ या चाइल्डलाइन 1098 पर फ़ोन करें। ख़तरा हो तो 112 पर फ़ोन करें।',
      'ये नियम तोड़ने पर MentorSetu आपका अकाउंट बंद कर सकता है।',
    ],
  },
}

/** Current text of a consent in one language. */
export const consentText = (kind: ConsentKind, language: Language): ConsentText => ({
  version: texts[kind].version,
  items: texts[kind][language],
})
