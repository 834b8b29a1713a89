/** Errors of call requests: HTTP status and words in both languages. */
export const callErrors = {
  'call-limit': [
    429,
    "You've already requested several calls. Please call us: {phone}.",
    'आप कई बार कॉल के लिए कह चुके हैं। कृपया हमें फ़ोन करें: {phone}।',
  ],
  'call-changed': [
    409,
    "Someone else changed this request. Your changes aren't saved yet.",
    'इस बीच किसी और ने इस अनुरोध में बदलाव किया। आपका बदलाव अभी सेव नहीं हुआ।',
  ],
  'call-over': [
    409,
    "You can't move a request back to an earlier status, or change it after we've notified the caller.",
    'अनुरोध की स्थिति केवल आगे बढ़ती है, और फ़ोन करने वाले को बता देने के बाद नहीं बदलती।',
  ],
} as const satisfies Record<string, readonly [number, string, string]>
