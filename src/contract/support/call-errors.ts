/** Errors of call requests: HTTP status and words in both languages. */
export const callErrors = {
  'call-limit': [
    429,
    'You asked for several calls already. Please call us: {phone}.',
    'आप कई बार कॉल के लिए कह चुके हैं। कृपया हमें फ़ोन करें: {phone}।',
  ],
  'call-changed': [
    409,
    'Somebody else changed this request meanwhile. Nothing of yours was saved yet.',
    'इस बीच किसी और ने इस अनुरोध में बदलाव किया। आपका बदलाव अभी सेव नहीं हुआ।',
  ],
  'call-over': [
    409,
    'The status of a request only goes forward, and stays once its caller was told.',
    'अनुरोध की स्थिति केवल आगे बढ़ती है, और फ़ोन करने वाले को बता देने के बाद नहीं बदलती।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
