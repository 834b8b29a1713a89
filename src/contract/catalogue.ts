/** The catalogue: levels, grades, subjects, teaching modes. Constants only, so that the browser may import it. */

export const subjects = {
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
  accountancy: ['Accountancy', 'लेखाशास्त्र'],
  'business-studies': ['Business Studies', 'व्यवसाय अध्ययन'],
  'political-science': ['Political Science', 'राजनीति विज्ञान'],
  psychology: ['Psychology', 'मनोविज्ञान'],
  sociology: ['Sociology', 'समाजशास्त्र'],
  statistics: ['Statistics', 'सांख्यिकी'],
  taxation: ['Taxation', 'कराधान'],
  'engineering-mathematics': ['Engineering Mathematics', 'इंजीनियरिंग गणित'],
  electronics: ['Electronics', 'इलेक्ट्रॉनिक्स'],
  mechanics: ['Mechanics', 'यांत्रिकी'],
  'quantitative-aptitude': ['Quantitative Aptitude', 'गणितीय योग्यता'],
  reasoning: ['Reasoning', 'तर्कशक्ति'],
  'general-awareness': ['General Awareness', 'सामान्य ज्ञान'],
  'computer-knowledge': ['Computer Knowledge', 'कंप्यूटर ज्ञान'],
} as const satisfies Record<string, readonly [en: string, hi: string]>
export type Subject = keyof typeof subjects
/** "Physics" or "भौतिकी". */
export const subjectName = (slug: Subject, language: 'en' | 'hi'): string => subjects[slug][language === 'hi' ? 1 : 0]
export const subjectSlugs = Object.keys(subjects) as Subject[] // true: the keys of a const object

/** The twelve books of the home page, in their order. */
export const homeSubjects = [
  'mathematics',
  'physics',
  'chemistry',
  'biology',
  'english',
  'history',
  'geography',
  'computer-science',
  'foreign-languages',
  'music',
  'art',
  'economics',
] as const satisfies readonly Subject[]

/** Other words people use for a subject, lower case. */
const subjectAliases = new Map<string, Subject>([
  ['math', 'mathematics'],
  ['maths', 'mathematics'],
  ['ganit', 'mathematics'],
  ['social studies', 'social-science'],
  ['sst', 'social-science'],
  ['computer', 'computer-science'],
  ['environmental studies', 'evs'],
  ['accounts', 'accountancy'],
])

/** The subject meant by a slug, an English or Hindi name, or an alias; null when there is none. */
export function subjectFrom(text: string): Subject | null {
  const word = text.trim().toLowerCase()
  if (Object.hasOwn(subjects, word)) return word as Subject // true: just checked
  const named = subjectSlugs.find((slug) => subjects[slug].some((name) => name.toLowerCase() === word))
  return named ?? subjectAliases.get(word) ?? null
}

/** A subject's name in the reader's language, from any of its names; what is no subject of ours stays as it is. */
export function subjectIn(name: string, language: 'en' | 'hi'): string {
  const slug = subjectFrom(name)
  return slug ? subjectName(slug, language) : name
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

/** Teaching-preference catalogue: level, grade key, subjects. */
export const levels = {
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

/** What a family picks as its class: 1 to 12, an exam or a degree. */
export const grades = [
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
export type Grade = (typeof grades)[number]

const gradeNames: Partial<Record<Grade, string>> = {
  jee: 'JEE',
  neet: 'NEET',
  gate: 'GATE',
  banking: 'Banking',
  btech: 'B.Tech.',
  bsc: 'B.Sc.',
  bcom: 'B.Com.',
  ba: 'B.A.',
  mtech: 'M.Tech.',
  msc: 'M.Sc.',
  mcom: 'M.Com.',
  ma: 'M.A.',
}

/** The others are written in Latin letters in Hindi too. */
const gradeNamesHi: typeof gradeNames = { banking: 'बैंकिंग' }

/** "Class 8" or "कक्षा 8", "JEE", "B.Com.". */
export function gradeName(grade: Grade, language: 'en' | 'hi'): string {
  if (language === 'hi') return gradeNamesHi[grade] ?? gradeNames[grade] ?? `कक्षा ${grade}`
  return gradeNames[grade] ?? `Class ${grade}`
}

/** The single classes a grade key stands for: class-7-8 is 7 and 8. */
export function gradesOfKey(key: string): Grade[] {
  const range = /^class-(\d+)(?:-(\d+))?$/.exec(key)
  if (!range) return grades.filter((grade) => grade === key)
  const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])]
  return grades.filter((grade) => Number(grade) >= from && Number(grade) <= to)
}

/** Subjects a family can pick for a class, in the catalogue's order. */
export function subjectsOfGrade(grade: Grade): Subject[] {
  const found = new Set<Subject>()
  for (const keys of Object.values(levels)) {
    for (const [key, list] of Object.entries(keys)) {
      if (gradesOfKey(key).includes(grade)) for (const subject of list) found.add(subject)
    }
  }
  return [...found]
}

export const teachingModes = {
  homeTuition: ['At our home', 'हमारे घर पर'],
  myPlace: ["At mentor's place", 'मेंटर के घर पर'],
  coachingCenter: ['Coaching centre', 'कोचिंग सेंटर'],
  schoolTeaching: ['At school', 'स्कूल में'],
  counsellor: ['Home Counsellor', 'होम काउंसलर'],
  groupClasses: ['Group classes', 'ग्रुप क्लास'],
} as const satisfies Record<string, readonly [en: string, hi: string]>
export type TeachingMode = keyof typeof teachingModes
export const teachingModeIds = Object.keys(teachingModes) as TeachingMode[] // true: the keys of a const object

/** Where a class takes place: a teaching mode, or online. */
export const classModes = [...teachingModeIds, 'online'] as const
export type ClassMode = (typeof classModes)[number]

/** Modes in which one time may hold several students. */
export const sharedModes: readonly ClassMode[] = ['groupClasses', 'coachingCenter', 'schoolTeaching']

export const boards = ['MP Board', 'CBSE Board', 'ICSE Board'] as const
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]
export const experiences = ['fresher', '1-3', '3-5', '5-10', '10+'] as const
export const genders = ['male', 'female', 'other'] as const
export const tiers = ['gold', 'silver'] as const
export const checkKinds = ['identity', 'qualification', 'interview', 'police'] as const
export type CheckKind = (typeof checkKinds)[number]
/** What everybody who is listed has passed, as the home page says. */
export const neededChecks: readonly CheckKind[] = ['identity', 'qualification', 'interview']
/** How a check was made. */
export const checkMethods = ['original', 'copy', 'register', 'in-person', 'video-call', 'phone', 'certificate'] as const
