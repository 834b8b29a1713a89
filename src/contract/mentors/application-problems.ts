/**
 * What can be wrong with an answer of the application, in words for the place beside the field. Free of zod: the
 * browser may import it.
 */
export const applicationProblems = {
  required: ['Please fill this in.', 'कृपया इसे भरें।'],
  choose: ['Please choose one.', 'कृपया एक चुनें।'],
  'name-short': ['At least 2 letters, please.', 'कम से कम 2 अक्षर लिखें।'],
  'name-long': ['At most 80 letters, please.', 'ज़्यादा से ज़्यादा 80 अक्षर लिखें।'],
  'name-letters': [
    'Only letters, as in your ID. No emoji or signs.',
    'सिर्फ़ अक्षर, जैसे पहचान पत्र में हैं। इमोजी या चिह्न नहीं।',
  ],
  'text-long': ['This is too long.', 'यह बहुत लंबा है।'],
  'text-short': ['A little more, please: at least 40 letters.', 'थोड़ा और लिखें: कम से कम 40 अक्षर।'],
  email: ['This is not an e-mail address.', 'यह ई-मेल पता नहीं है।'],
  phone: ['A 10-digit mobile number, please.', '10 अंकों का मोबाइल नंबर लिखें।'],
  'phone-not-proven': ['Confirm this number with a code first.', 'पहले कोड डालकर इस नंबर की पुष्टि करें।'],
  age: ['Mentors are 18 to 65 years old.', 'मेंटर की उम्र 18 से 65 साल होती है।'],
  year: ['This year cannot be right.', 'यह साल सही नहीं लगता।'],
  hours: ['1 to 12 hours, in steps of half an hour.', '1 से 12 घंटे, आधे-आधे घंटे में।'],
  price: ['₹1,000 to ₹25,000 a month, in steps of ₹500.', 'महीने के ₹1,000 से ₹25,000, ₹500 के अंतर से।'],
  'mode-needed': ['Choose at least one way of teaching.', 'पढ़ाने का कम से कम एक तरीका चुनें।'],
  'subject-needed': ['Choose at least one class and subject.', 'कम से कम एक कक्षा और विषय चुनें।'],
  'subjects-of-class': ['Choose the subjects of this class.', 'इस कक्षा के विषय चुनें।'],
  'day-needed': ['Choose at least one day.', 'कम से कम एक दिन चुनें।'],
  'date-past': ['Choose a day from today on.', 'आज या आगे की तारीख़ चुनें।'],
  'date-needed': ['From which day can you start?', 'आप किस तारीख़ से शुरू कर सकते हैं?'],
  place: ['Choose a place from the list.', 'सूची में से जगह चुनें।'],
  'file-needed': ['Please upload this.', 'कृपया इसे अपलोड करें।'],
  'file-sending': ['Wait until this file is uploaded, or cancel it.', 'फ़ाइल अपलोड होने तक रुकें, या उसे रद्द करें।'],
  'files-many': ['Maximum 4 files.', 'ज़्यादा से ज़्यादा 4 फ़ाइलें।'],
  'file-gone': [
    'This file is not with us any more. Please upload it again.',
    'यह फ़ाइल अब हमारे पास नहीं है। फिर से अपलोड करें।',
  ],
} as const satisfies Record<string, readonly [en: string, hi: string]>

export type ApplicationProblem = keyof typeof applicationProblems

/** One problem in words; a code we do not know says that something is missing. */
export const problemWords = (code: string, language: 'en' | 'hi'): string =>
  (Object.hasOwn(applicationProblems, code)
    ? applicationProblems[code as ApplicationProblem]
    : applicationProblems.required)[language === 'hi' ? 1 : 0] // true: just checked
