import { chatErrors } from '../chat/chat-errors.ts'
import { addressErrors } from '../classes/address-errors.ts'
import { attendanceErrors } from '../classes/attendance-errors.ts'
import { availabilityErrors } from '../classes/availability-errors.ts'
import { changeErrors } from '../classes/change-errors.ts'
import { timetableErrors } from '../classes/timetable-errors.ts'
import { listingErrors } from '../mentors/listing-errors.ts'
import { refundErrors } from '../money/refund-errors.ts'
import { replacementErrors } from '../money/replacement-errors.ts'
import { settlementErrors } from '../money/settlement-errors.ts'
import { messageErrors } from '../notifications/message-errors.ts'
import { loginErrors } from '../people/login-errors.ts'
import { peopleErrors } from '../people/people-errors.ts'
import { profileErrors } from '../people/profile-errors.ts'
import { catalogueErrors } from '../reference/catalogue-errors.ts'
import { placeErrors } from '../reference/place-errors.ts'
import { reviewErrors } from '../reviews/review-errors.ts'
import { settingErrors } from '../settings/setting-errors.ts'
import { callErrors } from '../support/call-errors.ts'
import { caseErrors } from '../support/case-errors.ts'

/**
 * The closed list of error codes: HTTP status and words in both languages. Words say what happened, then what
 * to do. `{name}` is filled from the error's details. Free of zod: the browser may import it.
 */
export const errorTable = {
  'bad-request': [
    400,
    "Some details aren't correct. Please check them and try again.",
    'कुछ जानकारी सही नहीं है। देखकर फिर कोशिश करें।',
  ],
  'bad-cursor': [
    400,
    "This link doesn't match this list. Start again from the first page.",
    'यह पेज इस सूची का नहीं है। पहले पेज से शुरू करें।',
  ],
  'login-required': [401, 'Please log in first.', 'पहले लॉग इन करें।'],
  'not-admin': [401, "This number doesn't have admin access.", 'इस नंबर को एडमिन की अनुमति नहीं है।'],
  'not-allowed': [403, "You don't have access to this.", 'आपके लॉगिन से यह नहीं हो सकता।'],
  'cross-site': [
    403,
    'We stopped this request because it came from another site.',
    'यह अनुरोध दूसरी साइट से आया, इसलिए रोक दिया गया।',
  ],
  'not-found': [404, "We couldn't find this.", 'यह हमें नहीं मिला।'],
  'already-done': [409, 'This has already been done.', 'यह पहले ही हो चुका है।'],
  'already-applied': [
    409,
    'We already have your application {number}. You can change it on your dashboard.',
    'आपका आवेदन {number} हमारे पास पहले से है। उसे डैशबोर्ड पर बदल सकते हैं।',
  ],
  'changed-meanwhile': [
    409,
    "Someone else changed this mentor. Your changes aren't saved yet.",
    'इस बीच किसी और ने इस मेंटर में बदलाव किया। आपका बदलाव अभी सेव नहीं हुआ।',
  ],
  'checks-open': [
    409,
    'To verify a mentor, the identity, degree and interview checks must have passed and still be valid.',
    'मेंटर को वेरिफ़ाई करने से पहले पहचान, डिग्री और इंटरव्यू पास और चालू होने चाहिए।',
  ],
  'check-without-document': [
    409,
    'No document was uploaded for this check. Choose how else you verified it, or leave the check open.',
    'इस जाँच के लिए कोई दस्तावेज़ अपलोड नहीं हुआ है। चुनें कि आपने और कैसे जाँचा, या जाँच खुली छोड़ें।',
  ],
  'status-moved': [
    409,
    "This mentor's status has changed. Reload to see it.",
    'इस मेंटर की स्थिति बदल चुकी है। देखने के लिए पेज फिर लोड करें।',
  ],
  'identity-open': [
    409,
    'You can delete the document once the identity check has passed.',
    'पहचान की जाँच पास होने के बाद ही दस्तावेज़ हटाया जा सकता है।',
  ],
  'document-not-needed': [
    409,
    'You can request a new document only when the identity needs checking again and the old document has been deleted.',
    'नया पहचान पत्र तभी माँगा जा सकता है जब पहचान फिर जाँचनी हो और पुराना हटाया जा चुका हो।',
  ],
  'draft-changed': [
    409,
    'You changed this section on another device or in another tab.',
    'यह हिस्सा आपने दूसरे फ़ोन या टैब पर बदला है।',
  ],
  'price-changed': [
    409,
    "The fee is now ₹{amount}. You haven't been charged. Continue?",
    'फ़ीस अब ₹{amount} है। कोई पैसा नहीं कटा। आगे बढ़ें?',
  ],
  'payment-pending': [
    409,
    "Your bank hasn't confirmed an earlier payment for this yet. Please wait before paying again.",
    'इसके पहले भुगतान पर बैंक का जवाब आना बाकी है। दोबारा देने से पहले थोड़ा रुकें।',
  ],
  'demo-already-taken': [
    409,
    "You've already had a demo of this subject with this mentor. Choose monthly or hourly.",
    'इस मेंटर से इस विषय का डेमो आप ले चुके हैं। मासिक या घंटे वाला प्लान चुनें।',
  ],
  'mentor-not-available': [
    409,
    "This mentor isn't taking bookings now. Please choose another mentor.",
    'ये मेंटर अभी बुकिंग नहीं ले रहे। कृपया दूसरा मेंटर चुनें।',
  ],
  'mode-not-offered': [
    409,
    "This mentor doesn't offer this teaching mode. Choose another one.",
    'ये मेंटर इस तरह नहीं पढ़ाते। दूसरा तरीक़ा चुनें।',
  ],
  'subject-not-offered': [
    409,
    "This mentor doesn't teach this subject. Choose another one.",
    'ये मेंटर यह विषय नहीं पढ़ाते। दूसरा विषय चुनें।',
  ],
  'subject-needed': [
    409,
    'This mentor teaches several subjects. Choose the one you want to book.',
    'ये मेंटर कई विषय पढ़ाते हैं। जिसकी क्लास चाहिए, वह विषय चुनें।',
  ],
  'slot-taken': [409, 'This time is already taken. Please choose another time.', 'यह समय पहले से भरा है। दूसरा समय चुनें।'],
  'learner-busy': [
    409,
    'The student has another class at this time. Please choose another time.',
    'छात्र की इस समय दूसरी क्लास है। दूसरा समय चुनें।',
  ],
  'schedule-in-past': [409, 'This time has passed. Please choose a later time.', 'यह समय निकल चुका है। आगे का समय चुनें।'],
  'not-renewable': [409, 'This booking cannot be renewed now.', 'यह बुकिंग अभी रिन्यू नहीं हो सकती।'],
  'not-schedulable': [409, 'This booking can no longer be scheduled.', 'इस बुकिंग का समय अब तय नहीं हो सकता।'],
  'no-lesson-that-day': [
    409,
    'There is no class on this date. Schedule it first.',
    'इस तारीख़ पर कोई क्लास नहीं है। पहले समय तय करें।',
  ],
  'lesson-not-started': [
    409,
    "This class hasn't started yet. Mark it when it ends.",
    'यह क्लास अभी शुरू नहीं हुई। ख़त्म होने पर हाज़िरी लगाएँ।',
  ],
  'already-marked': [409, "You've already marked attendance for this class.", 'इस क्लास की हाज़िरी लग चुकी है।'],
  'already-settled': [
    409,
    'This class is already settled and can no longer be changed.',
    'इस क्लास का हिसाब हो चुका है, अब बदलाव नहीं हो सकता।',
  ],
  ...settlementErrors,
  'rates-changed': [
    409,
    'Someone else changed the rates. Review them and save again.',
    'किसी और ने दरें बदलीं। देखकर सेव करें।',
  ],
  'rates-day-taken': [
    409,
    'This date already has new rates. Cancel those first.',
    'इस तारीख़ की नई दरें तय हैं। पहले उन्हें रद्द करें।',
  ],
  'idempotency-busy': [
    409,
    "We're still working on this request. Please wait a moment.",
    'यही अनुरोध अभी चल रहा है। थोड़ा रुकें।',
  ],
  'mentor-gone': [410, "This mentor isn't taking new families at the moment.", 'ये मेंटर अभी नए परिवार नहीं ले रहे।'],
  'too-large': [413, 'This is too large.', 'यह बहुत बड़ा है।'],
  'idempotency-mismatch': [
    422,
    'This request was already sent with different details.',
    'यह अनुरोध पहले दूसरी जानकारी के साथ भेजा गया था।',
  ],
  'otp-too-soon': [429, 'You can request another code in {seconds} seconds.', 'दूसरा कोड {seconds} सेकंड बाद मँगा सकते हैं।'],
  'otp-day-limit': [
    429,
    'Too many codes for this number today. Try again tomorrow or call us.',
    'आज इस नंबर पर बहुत कोड भेजे जा चुके हैं। कल कोशिश करें या हमें फ़ोन करें।',
  ],
  'rate-limited': [429, 'Too many requests. Please wait a minute.', 'बहुत सारे अनुरोध आए। एक मिनट रुकें।'],
  'ticket-limit': [
    429,
    "You've sent several requests in the last hour. Please call us on {phone}, or try again later.",
    'पिछले एक घंटे में आप कई बार लिख चुके हैं। हमें {phone} पर फ़ोन करें, या थोड़ी देर बाद लिखें।',
  ],
  'email-needed': [409, 'Enter the email address to send it to.', 'जिस ई-मेल पर भेजना है, वह लिखें।'],
  'receipt-mail-limit': [
    429,
    "We've sent this receipt several times in the last hour. Check your inbox, or download it.",
    'पिछले एक घंटे में रसीद कई बार भेजी जा चुकी है। अपना मेलबॉक्स देखें, या रसीद डाउनलोड करें।',
  ],
  'shortlist-full': [
    409,
    'Your shortlist already has {max} mentors. Remove one to add another.',
    'आपकी शॉर्टलिस्ट में पहले से {max} मेंटर हैं। नया जोड़ने के लिए एक हटाएँ।',
  ],
  'upload-preset-missing': [400, 'Upload preset must be specified.', 'अपलोड प्रीसेट बताना ज़रूरी है।'],
  'upload-preset-unknown': [400, 'Upload preset not found.', 'यह अपलोड प्रीसेट नहीं है।'],
  'upload-no-file': [400, 'Choose a file first.', 'पहले फ़ाइल चुनें।'],
  'upload-one-file': [400, 'Please send one file at a time.', 'एक बार में एक ही फ़ाइल भेजें।'],
  'file-empty': [400, 'This file is empty. Choose another one.', 'यह फ़ाइल ख़ाली है। दूसरी चुनें।'],
  'upload-gap': [409, "Part of the file didn't arrive. Please try again.", 'फ़ाइल का एक हिस्सा नहीं पहुँचा। फिर कोशिश करें।'],
  'upload-changed': [
    409,
    "This isn't the file that was being uploaded. Please choose it again.",
    'जो फ़ाइल अपलोड हो रही थी, यह वह नहीं है। फ़ाइल फिर से चुनें।',
  ],
  'link-expired': [410, 'This link has expired. Open the file again.', 'इस लिंक का समय निकल गया। फ़ाइल फिर से खोलें।'],
  'file-too-large': [
    413,
    'This file is larger than {most} MB. Choose a smaller one.',
    'यह फ़ाइल {most} MB से बड़ी है। छोटी फ़ाइल चुनें।',
  ],
  'file-type': [
    415,
    'This type of file is not accepted here. Use {types}.',
    'यहाँ इस तरह की फ़ाइल नहीं चलेगी। {types} में से कोई चुनें।',
  ],
  'file-broken': [
    422,
    'This file is damaged or incomplete. Check that it opens, then send it again.',
    'यह फ़ाइल ख़राब या अधूरी है। खोलकर देखें, फिर दोबारा भेजें।',
  ],
  'photo-too-small': [
    422,
    'This photo is too small. It must be at least {least} pixels wide and high.',
    'यह फ़ोटो बहुत छोटी है। लंबाई और चौड़ाई कम से कम {least} पिक्सल हो।',
  ],
  'photo-too-many-pixels': [
    422,
    'This photo has more than {most} megapixels. Choose a smaller one.',
    'यह तस्वीर {most} मेगापिक्सल से बड़ी है। छोटी चुनें।',
  ],
  'pdf-too-long': [422, 'This PDF has more than {most} pages.', 'इस PDF में {most} से ज़्यादा पेज हैं।'],
  'pdf-locked': [
    422,
    'This PDF has a password. Save it without one and send it again.',
    'यह PDF पासवर्ड माँगती है। बिना पासवर्ड के सेव करके फिर भेजें।',
  ],
  'pdf-active': [
    422,
    'This PDF contains a script or other files. Print it to a new PDF and send that one.',
    'इस PDF में स्क्रिप्ट या दूसरी फ़ाइलें हैं। इसे नई PDF में प्रिंट करके वह भेजें।',
  ],
  'upload-limit': [
    429,
    "You've uploaded many files in the last hour. Please try again later.",
    'पिछले एक घंटे में आपने बहुत फ़ाइलें भेजीं। थोड़ी देर बाद भेजें।',
  ],
  internal: [500, 'Something went wrong. Please try again.', 'कुछ गड़बड़ हो गई। फिर कोशिश करें।'],
  'sms-failed': [
    502,
    "We couldn't send the code. Please try again in a minute.",
    'कोड नहीं भेजा जा सका। एक मिनट बाद फिर कोशिश करें।',
  ],
  'payment-start-failed': [502, 'Failed to initiate payment', 'भुगतान शुरू नहीं हो सका'],
  'upload-failed': [502, 'Upload failed', 'अपलोड नहीं हो सका'],
  'not-ready': [
    503,
    "This isn't available right now. Please try again in a moment.",
    'अभी यह नहीं हो पा रहा। थोड़ी देर में फिर कोशिश करें।',
  ],
  ...listingErrors,
  ...loginErrors,
  ...messageErrors,
  ...timetableErrors,
  ...availabilityErrors,
  ...changeErrors,
  ...chatErrors,
  ...peopleErrors,
  ...placeErrors,
  ...profileErrors,
  ...reviewErrors,
  ...refundErrors,
  ...replacementErrors,
  ...addressErrors,
  ...attendanceErrors,
  ...callErrors,
  ...caseErrors,
  ...settingErrors,
  ...catalogueErrors,
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>

export type ErrorCode = keyof typeof errorTable
export type Language = 'en' | 'hi'

/** Values that fill the words of an error, or name the field at fault. */
export type ErrorDetails = Record<string, unknown>

/** How soon whoever was answered 503 should ask again. */
export const retryAfterSeconds = 5

/** The words of an error code in one language, `{name}` filled from the details, lists with commas. */
export function errorWords(code: ErrorCode, language: Language, details: ErrorDetails = {}): string {
  const [, en, hi] = errorTable[code]
  return (language === 'hi' ? hi : en).replace(/\{(\w+)\}/g, (_, name: string) =>
    [details[name] ?? ''].flat().join(', '),
  )
}

/** The body of every reply that is not 2xx. */
export type ErrorReply = { code: ErrorCode; message: string; details?: ErrorDetails; requestId: string }
