/** Errors of mentors: HTTP status and message in both languages. Merged in `wire/errors.ts`. */
export const mentorsErrors = {
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
    'मेंटर को वेरिफ़ाई करने से पहले पहचान, डिग्री और इंटरव्यू की जाँच पास और मान्य होनी चाहिए।',
  ],
  'check-without-document': [
    409,
    'No document was uploaded for this check. Choose how else you verified it, or leave the check open.',
    'इस जाँच के लिए कोई दस्तावेज़ अपलोड नहीं हुआ है। चुनें कि आपने और कैसे जाँचा, या जाँच खुली छोड़ें।',
  ],
  'change-decided': [
    409,
    'This change has already been decided or replaced. Reload to see the latest one.',
    'इस बदलाव पर फ़ैसला हो चुका है या मेंटर ने इसे बदल दिया है। देखने के लिए पेज फिर लोड करें।',
  ],
  'text-has-contacts': [
    409,
    'The public profile contains a phone number, email address, link or UPI ID. Ask the mentor to remove it first.',
    'सार्वजनिक प्रोफ़ाइल में फ़ोन नंबर, ई-मेल, लिंक या UPI ID है। पहले मेंटर से उसे हटवाएँ।',
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
  'e-kyc-off': [
    409,
    "We can't check e-KYC files at the moment. Please upload another identity document.",
    'अभी हम e-KYC फ़ाइल नहीं जाँच सकते। कृपया कोई दूसरा पहचान पत्र अपलोड करें।',
  ],
  'e-kyc-code': [
    400,
    "This share code doesn't open the file. Enter the four characters you chose when you downloaded it.",
    'इस शेयर कोड से फ़ाइल नहीं खुली। वही चार अक्षर या अंक लिखें जो आपने डाउनलोड करते समय चुने थे।',
  ],
  'e-kyc-file': [
    400,
    "We couldn't read this file. Check the share code, or download the e-KYC ZIP file from UIDAI again and choose it without opening it.",
    'यह फ़ाइल पढ़ी नहीं जा सकी। शेयर कोड देख लें, या UIDAI से e-KYC की ZIP फ़ाइल फिर से डाउनलोड करें और बिना खोले चुनें।',
  ],
  'e-kyc-signature': [
    400,
    "The signature doesn't match: the file was changed after UIDAI made it. Please download a new one.",
    'हस्ताक्षर मेल नहीं खाता: UIDAI के बनाने के बाद फ़ाइल बदली गई है। कृपया नई फ़ाइल डाउनलोड करें।',
  ],
  'e-kyc-certificate': [
    409,
    "We couldn't confirm that UIDAI signed this file. Please upload another identity document.",
    'हम पुष्टि नहीं कर सके कि इस फ़ाइल पर UIDAI के हस्ताक्षर हैं। कृपया कोई दूसरा पहचान पत्र अपलोड करें।',
  ],
  'e-kyc-old': [
    400,
    'This file is older than {days} days. Please download a new one from UIDAI.',
    'यह फ़ाइल {days} दिन से पुरानी है। कृपया UIDAI से नई फ़ाइल डाउनलोड करें।',
  ],
  'e-kyc-name': [
    400,
    'The name in the file is different from the name in your application. Correct your name above, or upload another identity document.',
    'फ़ाइल का नाम आपके आवेदन के नाम से अलग है। ऊपर अपना नाम ठीक करें, या कोई दूसरा पहचान पत्र अपलोड करें।',
  ],
  'e-kyc-minor': [
    400,
    "The date of birth in the file says you aren't {age} yet. Mentors must be {age} or older.",
    'फ़ाइल की जन्मतिथि के हिसाब से आप अभी {age} साल के नहीं हैं। मेंटर की उम्र {age} या उससे ज़्यादा होनी चाहिए।',
  ],
  'draft-changed': [
    409,
    'You changed this section on another device or in another tab.',
    'यह हिस्सा आपने दूसरे डिवाइस या टैब पर बदला है।',
  ],
  'mentor-gone': [
    410,
    "This mentor isn't taking new families at the moment.",
    'ये मेंटर अभी नए परिवारों की बुकिंग नहीं ले रहे।',
  ],
  'shortlist-full': [
    409,
    'Your shortlist already has {max} mentors. Remove one to add another.',
    'आपकी शॉर्टलिस्ट में पहले से {max} मेंटर हैं। नया जोड़ने के लिए एक हटाएँ।',
  ],
  'csv-empty': [400, 'This file has no lines below the column headings.', 'इस फ़ाइल में शीर्षक के नीचे कोई लाइन नहीं है।'],
  'csv-columns': [
    400,
    'The first line must name the columns: id, and at least one of ranking, tier, brief, brief visible and shown, each only once.',
    'पहली लाइन में कॉलम के नाम हों: id, और ranking, tier, brief, brief visible, shown में से कम से कम एक; हर नाम एक बार।',
  ],
  'csv-not-text': [
    400,
    'This isn\'t a UTF-8 CSV file. Save the table as "CSV UTF-8" and upload that.',
    'यह UTF-8 CSV फ़ाइल नहीं है। टेबल को "CSV UTF-8" के रूप में सेव करके भेजें।',
  ],
  'csv-broken': [
    400,
    "We couldn't read line {line} of the file. A quotation mark is probably not closed.",
    'फ़ाइल की लाइन {line} पढ़ी नहीं जा सकी: शायद कोई उद्धरण चिह्न बंद नहीं है।',
  ],
  'csv-too-large': [
    413,
    'This file is too large. The maximum is {lines} lines and {megabytes} MB; upload it in parts.',
    'फ़ाइल बहुत बड़ी है। ज़्यादा से ज़्यादा {lines} लाइन और {megabytes} MB; इसे हिस्सों में भेजें।',
  ],
  'listing-nothing': [400, 'Choose what to change and for which mentors.', 'चुनें कि क्या और किसके लिए बदलना है।'],
  'link-nobody': [
    409,
    'None of these mentors are shown on the site, so the link would be empty.',
    'इनमें से कोई मेंटर साइट पर नहीं दिखता, इसलिए लिंक ख़ाली होगा।',
  ],
  'listing-not-ready': [
    409,
    'This bulk edit is still being read, or has nothing to apply.',
    'यह बदलाव अभी पढ़ा जा रहा है, या इसमें लागू करने लायक कुछ नहीं है।',
  ],
  'tax-facts-changed': [
    409,
    "The mentor's tax details have changed. Reload to see them.",
    'मेंटर की टैक्स जानकारी इस बीच बदल गई। देखने के लिए पेज फिर खोलें।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
