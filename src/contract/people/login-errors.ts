/** Codes of logging in, a part of the table of `errors.ts`. */
export const loginErrors = {
  'recovery-code-wrong': [
    401,
    'This recovery code is not right, or it was used before.',
    'यह रिकवरी कोड सही नहीं है या पहले इस्तेमाल हो चुका है।',
  ],
  'otp-wrong': [
    401,
    'That code does not match. You have {triesLeft} tries left.',
    'कोड मेल नहीं खाया। {triesLeft} कोशिशें बाकी हैं।',
  ],
  'otp-wrong-last': [401, 'That code does not match. You have 1 try left.', 'कोड मेल नहीं खाया। 1 कोशिश बाकी है।'],
  'otp-expired': [401, 'This code has expired. Ask for a new one.', 'इस कोड का समय निकल गया। नया कोड मँगाएँ।'],
  'otp-used': [401, 'This code was used already. Ask for a new one.', 'यह कोड इस्तेमाल हो चुका है। नया कोड मँगाएँ।'],
  'otp-blocked': [401, 'Too many wrong codes. Ask for a new one.', 'कई बार ग़लत कोड डाला गया। नया कोड मँगाएँ।'],
  'otp-unknown': [401, 'We do not know this code request. Ask for a new code.', 'यह कोड हमारे पास नहीं है। नया कोड मँगाएँ।'],
  'otp-check-failed': [
    502,
    'The code could not be checked just now. Please try again.',
    'अभी कोड की जाँच नहीं हो सकी। फिर कोशिश करें।',
  ],
  'second-factor-needed': [401, 'Enter the code of your authenticator app too.', 'अपने ऑथेंटिकेटर ऐप का कोड भी डालें।'],
  'second-factor-wrong': [
    401,
    'The authenticator code does not match. Try the next one.',
    'ऑथेंटिकेटर का कोड मेल नहीं खाया। अगला कोड डालें।',
  ],
  'second-factor-new': [
    401,
    'Set up an authenticator app first, then enter its code.',
    'पहले ऑथेंटिकेटर ऐप जोड़ें, फिर उसका कोड डालें।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
