import type { Language } from '../wire/errors.ts'

/**
 * Why a line of a file, or a selected mentor, cannot be changed. `{value}` is what the cell contained. Free of zod, so
 * that the browser may import it.
 */
const problemTexts = {
  'no-key': ["This line doesn't identify a mentor: its id is empty.", 'इस लाइन में मेंटर का id नहीं है।'],
  'bad-id': ["{value} isn't a mentor's id.", '{value} किसी मेंटर का id नहीं है।'],
  'no-mentor': ['Mentor {value} not found. Mentors must apply themselves.', 'मेंटर {value} नहीं मिला। मेंटर ख़ुद आवेदन करते हैं।'],
  twice: ['This mentor is also on line {value}, which is used.', 'यही मेंटर लाइन {value} में भी है, वही मानी जाएगी।'],
  'bad-ranking': ['Ranking {value}: enter a whole number from 1 to 99.', 'क्रम {value}: 1 से 99 तक का पूरा अंक चाहिए।'],
  'bad-tier': ['Tier {value}: enter gold or silver.', 'श्रेणी {value}: gold या silver चाहिए।'],
  'bad-brief': [
    "The brief is longer than 1,500 characters, or has characters that can't be shown.",
    'परिचय 1,500 अक्षरों से लंबा है या उसमें ऐसे चिह्न हैं जो दिख नहीं सकते।',
  ],
  'bad-brief-visible': ['Brief visible {value}: enter yes or no.', 'परिचय दिखे {value}: yes या no चाहिए।'],
  'bad-shown': ['Shown {value}: enter yes or no.', 'साइट पर {value}: yes या no चाहिए।'],
  'no-brief': ['There is no text of ours to show.', 'दिखाने के लिए हमारा लिखा परिचय नहीं है।'],
  'not-verified': ['Only verified mentors can be shown on the site.', 'साइट पर सिर्फ़ वेरिफ़ाइड मेंटर दिख सकते हैं।'],
  changed: ['Someone changed this mentor after the preview.', 'प्रीव्यू के बाद किसी ने इस मेंटर में बदलाव किया।'],
  'old-file': [
    'Someone changed this mentor after this file was downloaded. Download it again, or remove the version column.',
    'यह फ़ाइल बनने के बाद किसी ने इस मेंटर में बदलाव किया। नई फ़ाइल बनाएँ, या version कॉलम हटा दें।',
  ],
  'too-many-cells': ['This line has more cells than there are columns.', 'इस लाइन में कॉलम से ज़्यादा सेल हैं।'],
  'open-quote': ["A quotation mark on this line isn't closed.", 'इस लाइन का उद्धरण चिह्न बंद नहीं है।'],
  // No longer reported, but rows of earlier files may have them.
  'bad-phone': ["{value} isn't a 10-digit mobile number.", '{value} 10 अंकों का मोबाइल नंबर नहीं है।'],
  'other-mentor': [
    'The id, number and phone on this line belong to different mentors.',
    'इस लाइन के id, नंबर और फ़ोन अलग-अलग मेंटर के हैं।',
  ],
  'unknown-city': ["{value} isn't a city in our list.", '{value} शहर हमारी सूची में नहीं है।'],
  'other-city': ["The mentor doesn't live in {value}.", 'मेंटर {value} में नहीं रहते।'],
} as const satisfies Record<string, readonly [en: string, hi: string]>

export type ListingProblemCode = keyof typeof problemTexts
export const listingProblemCodes = Object.keys(problemTexts) as [ListingProblemCode, ...ListingProblemCode[]] // safe: a const object
export type ListingProblem = { code: ListingProblemCode; value: string }

/** The problem of a line as a sentence. */
export function listingProblemText({ code, value }: ListingProblem, language: Language): string {
  return problemTexts[code][language === 'hi' ? 1 : 0].replace('{value}', () => value)
}
