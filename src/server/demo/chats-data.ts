import { demoPhones } from './people.ts'

/** One message: minutes after the one before, who wrote it (f: family), what. */
type Line = readonly [gap: number, from: 'f' | 'm', text: string]
export type DemoChat = {
  family: string
  mentor: string
  /** Minutes since the last message. */
  ended: number
  /** Who has not read the last ones yet, and how many. */
  unread?: readonly [side: 'family' | 'mentor', count: number]
  blockedBy?: 'family' | 'mentor'
  lines: readonly Line[]
}

const [sharma, verma, khan] = [demoPhones.parent, '9826014211', '9826014212']

// Five months of a pupil who gets on: six lines each.
const chapters = [
  ['Rational numbers', 'ex. 1.2'],
  ['Linear equations', 'ex. 2.3'],
  ['Quadrilaterals', 'ex. 3.1'],
  ['Data handling', 'ex. 4.2'],
  ['Squares and square roots', 'ex. 5.4'],
  ['Cubes and cube roots', 'ex. 6.1'],
  ['Comparing quantities', 'ex. 7.2'],
  ['Algebraic expressions', 'ex. 8.5'],
  ['Mensuration', 'ex. 9.3'],
  ['Exponents and powers', 'ex. 10.1'],
  ['Direct and inverse proportions', 'ex. 11.2'],
  ['Factorisation', 'ex. 12.3'],
  ['Introduction to graphs', 'ex. 13.2'],
  ['Number systems', 'ex. 1.4'],
  ['Polynomials', 'ex. 2.4'],
  ['Coordinate geometry', 'ex. 3.2'],
  ['Linear equations in two variables', 'ex. 4.3'],
  ['Lines and angles', 'ex. 6.2'],
  ['Triangles', 'ex. 7.3'],
  ['Heron’s formula', 'ex. 10.1'],
] as const
const asks = [
  'Rehan is stuck at question',
  'He did all of it but question',
  'In school they began with question',
  'He asks whether one may draw a picture for question',
] as const
const praise = [
  'He saw the trick himself today.',
  'Slow in the beginning, then all of them right.',
  'He needs more practice with signs, nothing else.',
  'Very neat work this time.',
] as const
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T // true: never empty

const longTalk: Line[] = chapters.flatMap(([chapter, exercise], at): Line[] => [
  // A week after the last chapter, to the minute, so that nobody writes at night.
  [
    7 * 1440 - (14 + (at % 40)) - 3 - (2 * 1440 - 90) - 35 - 8,
    'f',
    `Good evening ma’am. ${pick(asks, at)} ${3 + (at % 9)} of ${exercise}.`,
  ],
  [
    14 + (at % 40),
    'm',
    `Good evening. That is the hardest of “${chapter}”. We take it first on ${pick(['Tuesday', 'Thursday'], at)}.`,
  ],
  [3, 'f', pick(['Thank you!', 'Thank you ma’am 🙏', 'Good, I will tell him.'], at)],
  [2 * 1440 - 90, 'm', `${pick(praise, at)} For the next class please: ${exercise}, the second half.`],
  [35, 'f', pick(['He will do it tomorrow after school.', 'Noted.', 'Will do. Is his notebook all right?'], at)],
  [8, 'm', pick(['Very good.', 'Yes, all is there.', 'See you then. Same time.'], at)],
])

export const demoChats: readonly DemoChat[] = [
  {
    family: sharma,
    mentor: 'Shabana Ansari',
    ended: 35,
    lines: [
      [
        0,
        'f',
        'Namaste ma’am. Aarav is in Class 8, CBSE. His Sanskrit needs help. Can you come after 5 in Vijay Nagar?',
      ],
      [
        7,
        'm',
        'Namaste ji. Yes, I teach two children in Scheme 54. Please keep his last test ready, I start from that.',
      ],
      [1, 'm', 'My number is 9826055310'],
      [1283, 'f', 'कल शाम 5 बजे डेमो रख लें?'],
      [3, 'm', 'हाँ, ठीक है। कॉपी और रुचिरा की किताब साथ रखिए।'],
    ],
  },
  {
    family: sharma,
    mentor: 'Sunita Deshpande',
    ended: 130,
    unread: ['family', 2],
    lines: [
      [0, 'f', 'Good morning ma’am. Ananya has her unit test on Monday, chapters 4 to 6.'],
      [22, 'm', 'Good morning. Then we leave the new chapter and practise word problems on Friday.'],
      [4, 'f', 'That would be a great help. She mixes up area and perimeter.'],
      [6, 'm', 'Most of them do. We lay it out with the floor tiles, she will not forget it.'],
      [2710, 'm', 'Today went well: 9 of 10 right, and the last one only a slip.'],
      [1, 'm', 'Please let her do page 64 alone, without help. I look at it on Monday.'],
    ],
  },
  {
    family: sharma,
    mentor: 'Anjali Joshi',
    ended: 4 * 1440 + 210,
    lines: [
      [0, 'm', 'नमस्ते, बुधवार की क्लास 15 मिनट देर से शुरू कर सकते हैं? कॉलेज में मीटिंग है।'],
      [11, 'f', 'जी, कोई बात नहीं। 6:15 पर ठीक रहेगा।'],
      [2, 'm', 'धन्यवाद 🙏'],
    ],
  },
  {
    family: sharma,
    mentor: 'Imran Qureshi',
    ended: 19 * 1440,
    blockedBy: 'family',
    lines: [
      [0, 'f', 'Hello sir, do you have time for Class 8 Science on Sundays?'],
      [95, 'm', 'Sundays are full until March. I could offer Saturday at 7 in the morning.'],
      [13, 'f', 'That is too early for him. Thank you all the same, we have found somebody.'],
    ],
  },
  {
    family: verma,
    mentor: 'Sunita Deshpande',
    ended: 50,
    unread: ['mentor', 2],
    lines: [
      [0, 'f', 'मैडम नमस्ते, कबीर की प्री-बोर्ड 12 तारीख़ से है।'],
      [31, 'm', 'नमस्ते। हम इस हफ़्ते त्रिकोणमिति दोहरा लेंगे। पिछले साल का पेपर है?'],
      [9, 'f', 'हाँ, 2025 का है। 80 में से 52 आए थे।'],
      [5, 'm', 'ठीक है, उसमें जो छूटा था वही पहले करेंगे।'],
      [1220, 'f', 'शनिवार को एक घंटा ज़्यादा हो सकता है क्या?'],
      [1, 'f', 'और कबीर पूछ रहा है कि सूत्रों का चार्ट दीवार पर लगाए या कॉपी में?'],
    ],
  },
  { family: khan, mentor: 'Sunita Deshpande', ended: 300, lines: longTalk },
]
