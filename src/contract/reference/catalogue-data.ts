/** The catalogue of a new installation. catalogue.ts applies the changes of admins to it. */

export const builtInSubjects = {
  mathematics: ['Mathematics', 'गणित'],
  physics: ['Physics', 'भौतिकी'],
  chemistry: ['Chemistry', 'रसायन'],
  biology: ['Biology', 'जीव विज्ञान'],
  english: ['English', 'अंग्रेज़ी'],
  history: ['History', 'इतिहास'],
  geography: ['Geography', 'भूगोल'],
  'computer-science': ['Computer Science', 'कंप्यूटर'],
  'foreign-languages': ['Foreign Languages', 'विदेशी भाषाएँ'],
  music: ['Music', 'संगीत'],
  art: ['Art', 'कला'],
  economics: ['Economics', 'अर्थशास्त्र'],
  hindi: ['Hindi', 'हिन्दी'],
  sanskrit: ['Sanskrit', 'संस्कृत'],
  evs: ['EVS', 'पर्यावरण'],
  science: ['Science', 'विज्ञान'],
  'social-science': ['Social Science', 'सामाजिक विज्ञान'],
  accountancy: ['Accountancy', 'अकाउंट्स'],
  'business-studies': ['Business Studies', 'व्यवसाय अध्ययन'],
  'political-science': ['Political Science', 'राजनीति विज्ञान'],
  psychology: ['Psychology', 'मनोविज्ञान'],
  sociology: ['Sociology', 'समाजशास्त्र'],
  statistics: ['Statistics', 'सांख्यिकी'],
  taxation: ['Taxation', 'टैक्सेशन'],
  'engineering-mathematics': ['Engineering Mathematics', 'इंजीनियरिंग गणित'],
  electronics: ['Electronics', 'इलेक्ट्रॉनिक्स'],
  mechanics: ['Mechanics', 'मैकेनिक्स'],
  'quantitative-aptitude': ['Quantitative Aptitude', 'गणितीय योग्यता'],
  reasoning: ['Reasoning', 'रीज़निंग'],
  'general-awareness': ['General Awareness', 'सामान्य ज्ञान'],
  'computer-knowledge': ['Computer Knowledge', 'कंप्यूटर ज्ञान'],
} as const satisfies Record<string, readonly [en: string, hi: string]>
export type Subject = keyof typeof builtInSubjects
/** The first subjects, as many as this, appear on the home page. */
export const builtInHome = 12

/** Search aliases of subjects, in lower case. */
export const builtInAliases: Partial<Record<Subject, readonly string[]>> = {
  mathematics: ['math', 'maths', 'mathematic', 'ganit', 'ganith'],
  physics: ['phy', 'bhautiki', 'bhautik', 'bhotiki'],
  chemistry: ['chem', 'rasayan'],
  biology: ['bio', 'jeev vigyan', 'jiv vigyan'],
  english: ['angrezi', 'angreji', 'spoken english'],
  history: ['itihas'],
  geography: ['bhugol'],
  'computer-science': ['computer', 'computers', 'cs', 'coding', 'programming'],
  'foreign-languages': ['french', 'german', 'spanish', 'japanese', 'foreign language'],
  music: ['sangeet', 'singing', 'guitar', 'tabla'],
  art: ['arts', 'drawing', 'painting', 'chitrakala'],
  economics: ['eco', 'arthshastra'],
  sanskrit: ['sanskrut'],
  science: ['vigyan', 'sciences'],
  'social-science': ['sst', 'social studies', 'samajik vigyan', 'samajik adhyayan', 'सामाजिक अध्ययन', 'social'],
  accountancy: ['accounts', 'accounting', 'account', 'अकाउंटेंसी', 'लेखाशास्त्र'],
  'business-studies': ['bst', 'business'],
  'political-science': ['civics', 'polity'],
  evs: ['environment', 'environmental studies', 'paryavaran'],
  taxation: ['tax', 'कराधान', 'टैक्स'],
  mechanics: ['यांत्रिकी'],
  statistics: ['stats', 'स्टैटिस्टिक्स'],
  reasoning: ['logical reasoning', 'तर्कशक्ति'],
  'quantitative-aptitude': ['aptitude', 'quant', 'एप्टीट्यूड'],
}

const upper = [
  'physics',
  'chemistry',
  'mathematics',
  'biology',
  'english',
  'hindi',
  'computer-science',
  'economics',
  'accountancy',
  'business-studies',
  'history',
  'geography',
  'political-science',
  'psychology',
  'foreign-languages',
  'music',
  'art',
] as const
const engineering = [
  'engineering-mathematics',
  'physics',
  'chemistry',
  'computer-science',
  'electronics',
  'mechanics',
] as const
const pureScience = ['mathematics', 'physics', 'chemistry', 'biology', 'computer-science', 'statistics'] as const
const commerce = ['accountancy', 'economics', 'business-studies', 'statistics', 'taxation'] as const
const humanities = [
  'english',
  'hindi',
  'history',
  'geography',
  'economics',
  'political-science',
  'psychology',
  'sociology',
] as const

const primary = ['english', 'mathematics', 'evs', 'hindi'] as const
const middle = ['english', 'mathematics', 'science', 'social-science', 'hindi'] as const
const secondary = [...middle, 'sanskrit'] as const
const senior = [
  'physics',
  'chemistry',
  'mathematics',
  'biology',
  'business-studies',
  'accountancy',
  'economics',
  'english',
] as const

/** Subjects offered to a family that chooses a school class. Other subjects of the class are found by search. */
export const builtInClassSubjects: Partial<Record<Grade, readonly Subject[]>> = {
  '1': primary,
  '2': primary,
  '3': primary,
  '4': middle,
  '5': middle,
  '6': secondary,
  '7': secondary,
  '8': secondary,
  '9': secondary,
  '10': secondary,
  '11': senior,
  '12': senior,
}

/** Teaching-preference catalogue: level, grade key, subjects. */
export const builtInLevels = {
  school: {
    'class-1-6': [
      'mathematics',
      'english',
      'hindi',
      'evs',
      'science',
      'social-science',
      'sanskrit',
      'computer-science',
      'music',
      'art',
    ],
    'class-7-8': [
      'mathematics',
      'english',
      'hindi',
      'science',
      'social-science',
      'sanskrit',
      'computer-science',
      'foreign-languages',
      'music',
      'art',
    ],
    'class-9-10': [
      'mathematics',
      'english',
      'hindi',
      'science',
      'physics',
      'chemistry',
      'biology',
      'social-science',
      'history',
      'geography',
      'economics',
      'sanskrit',
      'computer-science',
      'foreign-languages',
      'music',
      'art',
    ],
    'class-11': upper,
    'class-12': upper,
  },
  graduation: { btech: engineering, bsc: pureScience, bcom: commerce, ba: humanities },
  postgraduation: { mtech: engineering, msc: pureScience, mcom: commerce, ma: humanities },
  competitive: {
    jee: ['physics', 'chemistry', 'mathematics'],
    neet: ['physics', 'chemistry', 'biology'],
    gate: ['engineering-mathematics', 'computer-science', 'electronics', 'mechanics'],
    banking: ['quantitative-aptitude', 'reasoning', 'english', 'general-awareness', 'computer-knowledge'],
  },
} as const satisfies Record<string, Record<string, readonly Subject[]>>

export const builtInLevelNames: Record<keyof typeof builtInLevels, readonly [en: string, hi: string]> = {
  school: ['School', 'स्कूल'],
  graduation: ['Graduation', 'ग्रेजुएशन'],
  postgraduation: ['Post-graduation', 'पोस्ट-ग्रेजुएशन'],
  competitive: ['Competitive exams', 'प्रतियोगी परीक्षाएँ'],
}

/** What a learner studies for: class 1 to 12, an exam or a degree. */
const builtInGrades = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '11',
  '12',
  'jee',
  'neet',
  'gate',
  'banking',
  'btech',
  'bsc',
  'bcom',
  'ba',
  'mtech',
  'msc',
  'mcom',
  'ma',
] as const
export type Grade = (typeof builtInGrades)[number]

export const builtInGradeNames: Partial<Record<Grade, readonly [en: string, hi: string]>> = {
  jee: ['JEE', 'JEE'],
  neet: ['NEET', 'NEET'],
  gate: ['GATE', 'GATE'],
  banking: ['Banking', 'बैंकिंग'],
  btech: ['B.Tech.', 'B.Tech.'],
  bsc: ['B.Sc.', 'B.Sc.'],
  bcom: ['B.Com.', 'B.Com.'],
  ba: ['B.A.', 'B.A.'],
  mtech: ['M.Tech.', 'M.Tech.'],
  msc: ['M.Sc.', 'M.Sc.'],
  mcom: ['M.Com.', 'M.Com.'],
  ma: ['M.A.', 'M.A.'],
}

type Board = { en: string; hi: string; aliases: readonly string[] }
/**
 * Boards by the key stored with mentors and learners: central boards and those of the nine states. "MP Board", "CBSE
 * Board" and "ICSE Board" come from the specification.
 */
export const builtInBoards: Readonly<Record<string, Board>> = {
  'CBSE Board': { en: 'CBSE Board', hi: 'सीबीएसई बोर्ड', aliases: ['CBSE', 'Central Board'] },
  'ICSE Board': {
    en: 'ICSE Board',
    hi: 'आईसीएसई बोर्ड',
    aliases: ['ICSE', 'ISC', 'CISCE'],
  },
  'MP Board': { en: 'MP Board', hi: 'एमपी बोर्ड', aliases: ['MPBSE', 'Madhya Pradesh Board'] },
  'Maharashtra Board': {
    en: 'Maharashtra Board (MSBSHSE)',
    hi: 'महाराष्ट्र बोर्ड (MSBSHSE)',
    aliases: ['MSBSHSE', 'Maharashtra State Board'],
  },
  'Rajasthan Board': { en: 'Rajasthan Board (RBSE)', hi: 'राजस्थान बोर्ड (RBSE)', aliases: ['RBSE', 'BSER'] },
  'UP Board': { en: 'UP Board (UPMSP)', hi: 'यूपी बोर्ड (UPMSP)', aliases: ['UPMSP', 'Uttar Pradesh Board'] },
  'Gujarat Board': { en: 'Gujarat Board (GSEB)', hi: 'गुजरात बोर्ड (GSEB)', aliases: ['GSEB', 'GSHSEB'] },
  'Chhattisgarh Board': { en: 'CG Board (CGBSE)', hi: 'छत्तीसगढ़ बोर्ड (CGBSE)', aliases: ['CGBSE', 'CG Board'] },
  'Delhi Board': { en: 'Delhi Board (DBSE)', hi: 'दिल्ली बोर्ड (DBSE)', aliases: ['DBSE'] },
  'Telangana SSC Board': {
    en: 'Telangana SSC (BSE Telangana)',
    hi: 'तेलंगाना एसएससी (BSE तेलंगाना)',
    aliases: ['BSE Telangana', 'Telangana SSC', 'Telangana Board'],
  },
  'Telangana Intermediate Board': {
    en: 'Telangana Intermediate (TSBIE)',
    hi: 'तेलंगाना इंटरमीडिएट (TSBIE)',
    aliases: ['TSBIE', 'TGBIE', 'Telangana Inter Board'],
  },
  'Karnataka Board': {
    en: 'Karnataka Board (KSEAB)',
    hi: 'कर्नाटक बोर्ड (KSEAB)',
    aliases: ['KSEAB', 'KSEEB', 'Karnataka PUC', 'Karnataka State Board'],
  },
  'Other Board': { en: 'Other board', hi: 'कोई और बोर्ड', aliases: [] },
}
