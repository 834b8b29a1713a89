/** Errors of files with mentors' listing and of changes of many mentors: HTTP status and words in both languages. */
export const listingErrors = {
  'csv-empty': [400, 'This file has no lines below the column headings.', 'इस फ़ाइल में शीर्षक के नीचे कोई लाइन नहीं है।'],
  'csv-columns': [
    400,
    'The first line must name the columns: id, number or phone, and at least one of ranking, tier, brief, brief visible and shown, each only once.',
    'पहली लाइन में कॉलम के नाम हों: id, number या phone, और ranking, tier, brief, brief visible, shown में से कम से कम एक; हर नाम एक बार।',
  ],
  'csv-not-text': [
    400,
    `This isn't a UTF-8 CSV file. Save the table as "CSV UTF-8" and upload that.`,
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
} as const satisfies Record<string, readonly [number, string, string]>
