/** Errors of reviews: HTTP status and text in both languages. Part of `wire/errors.ts`. */
export const reviewsErrors = {
  'review-early': [
    409,
    'You can write a review once the first class of this booking is confirmed.',
    'इस बुकिंग की पहली क्लास की पुष्टि होने के बाद रिव्यू लिख सकते हैं।',
  ],
  'review-published': [
    409,
    'This review is already visible, so you can no longer change it.',
    'इसे सामने वाले अब पढ़ सकते हैं, इसलिए यह नहीं बदल सकता।',
  ],
  'review-contact': [
    422,
    "Please don't include phone numbers, email addresses or links.",
    'कृपया फ़ोन नंबर, ई-मेल और लिंक न लिखें।',
  ],
  'reply-late': [
    409,
    "You've already replied to this review. You can change a reply for {hours} hours.",
    'आप इस रिव्यू का जवाब दे चुके हैं। जवाब {hours} घंटे तक ही बदल सकता है।',
  ],
  'review-moved': [
    409,
    "This review's status has changed. Reload to see it.",
    'इस रिव्यू की स्थिति बदल चुकी है। देखने के लिए पेज फिर लोड करें।',
  ],
  'demo-open': [
    409,
    'You can answer once the mentor has marked the demo class.',
    'मेंटर डेमो क्लास की हाज़िरी लगा दें, तब आप यह बता सकते हैं।',
  ],
} as const satisfies Record<string, readonly [status: number, en: string, hi: string]>
