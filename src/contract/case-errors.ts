/** Errors of work on cases: HTTP status and words in both languages. */
export const caseErrors = {
  'case-changed': [
    409,
    'Somebody else changed this case meanwhile. Nothing of yours was saved yet.',
    'इस बीच किसी और ने इस केस में बदलाव किया। आपका बदलाव अभी सेव नहीं हुआ।',
  ],
  'case-moved': [
    409,
    'This case is in another state by now. Please look again.',
    'इस केस की स्थिति अब दूसरी है। कृपया फिर से देखें।',
  ],
  'case-dispute-open': [
    409,
    'Decide the dispute or the reported review of this case first. That resolves the case.',
    'पहले इस केस का विवाद या शिकायत वाला रिव्यू तय करें। उससे केस भी सुलझ जाएगा।',
  ],
  'case-own-decision': [
    403,
    'This appeal is about your own decision. Another admin decides it.',
    'यह अपील आपके अपने फ़ैसले पर है। इसे कोई दूसरा एडमिन तय करेगा।',
  ],
  'case-no-mentor': [
    409,
    'There is no mentor in this case whose profile could be paused.',
    'इस केस में ऐसा कोई मेंटर नहीं जिसकी प्रोफ़ाइल रोकी जा सके।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
