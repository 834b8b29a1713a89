/** Validation messages of the application form, shown beside the field. Free of zod: the browser imports it. */
export const applicationProblems = {
  required: ['Please complete this field.', 'कृपया इसे भरें।'],
  choose: ['Please choose one.', 'कृपया एक चुनें।'],
  'name-short': ['Enter at least 2 letters.', 'कम से कम 2 अक्षर लिखें।'],
  'name-long': ['Maximum 80 letters.', 'ज़्यादा से ज़्यादा 80 अक्षर लिखें।'],
  'name-letters': [
    'Use only letters, as on your ID. No emoji or symbols.',
    'सिर्फ़ अक्षर, जैसे पहचान पत्र में हैं। इमोजी या चिह्न नहीं।',
  ],
  'text-long': ['This is too long.', 'यह बहुत लंबा है।'],
  'text-short': ['Please write a little more (minimum 40 characters).', 'थोड़ा और लिखें: कम से कम 40 अक्षर।'],
  email: ['Enter an email address such as name@example.com.', 'सही ई-मेल पता लिखें, जैसे name@example.com।'],
  phone: ['Enter a 10-digit mobile number.', '10 अंकों का मोबाइल नंबर लिखें।'],
  'phone-not-proven': ['Confirm this number with a code first.', 'पहले कोड डालकर इस नंबर की पुष्टि करें।'],
  age: ['Enter an age from 18 to 65.', '18 से 65 के बीच की उम्र लिखें।'],
  year: ['Enter a valid year.', 'यह साल सही नहीं लगता।'],
  hours: ['Enter 1 to 12 hours, in steps of half an hour.', '1 से 12 घंटे लिखें, आधे-आधे घंटे में।'],
  price: ['Choose ₹1,000 to ₹25,000 a month, in steps of ₹500.', 'महीने के ₹1,000 से ₹25,000 चुनें, ₹500 के अंतर से।'],
  seats: ['Enter how many seats the centre has, 1 to 2000.', 'लिखें कि सेंटर में कितनी सीटें हैं, 1 से 2000।'],
  'mode-needed': ['Choose at least one teaching mode.', 'पढ़ाने का कम से कम एक तरीक़ा चुनें।'],
  'subject-needed': ['Choose at least one class and subject.', 'कम से कम एक कक्षा और विषय चुनें।'],
  'subjects-of-class': ['Choose the subjects of this class.', 'इस कक्षा के विषय चुनें।'],
  'day-needed': ['Choose at least one day.', 'कम से कम एक दिन चुनें।'],
  'date-past': ['Choose today or a later date.', 'आज या आगे की तारीख़ चुनें।'],
  'date-needed': ['Enter the date you can start.', 'आप किस तारीख़ से शुरू कर सकते हैं?'],
  place: ['Choose a place from the list.', 'सूची में से जगह चुनें।'],
  'file-needed': ['Please upload this file.', 'कृपया इसे अपलोड करें।'],
  'file-sending': ['Wait for this file to upload, or cancel it.', 'फ़ाइल अपलोड होने तक रुकें, या उसे रद्द करें।'],
  'files-many': ['Maximum 4 files.', 'ज़्यादा से ज़्यादा 4 फ़ाइलें।'],
  'contact-details': [
    'Remove phone numbers, email addresses, links and UPI IDs. Families write to you in the chat.',
    'फ़ोन नंबर, ई-मेल, लिंक और UPI ID हटा दें। परिवार आपसे चैट में बात करेंगे।',
  ],
  'file-gone': [
    'This file is no longer available. Please upload it again.',
    'यह फ़ाइल अब हमारे पास नहीं है। फिर से अपलोड करें।',
  ],
} as const satisfies Record<string, readonly [en: string, hi: string]>

export type ApplicationProblem = keyof typeof applicationProblems

/** Message for a problem code; an unknown code reads as a missing answer. */
export const problemText = (code: string, language: 'en' | 'hi'): string =>
  (Object.hasOwn(applicationProblems, code)
    ? applicationProblems[code as ApplicationProblem]
    : applicationProblems.required)[language === 'hi' ? 1 : 0] // safe: just checked
