import type { Subject } from '#contract/reference/catalogue.ts'

/** One choice of what a kind of teacher offers: these subjects under these grade keys, where the catalogue has them. */
type Offered = { keys: readonly string[]; subjects: readonly Subject[] }
export type Kind = {
  weight: number
  stream: 'science' | 'commerce' | 'arts'
  /** Studied at an engineering college. */
  engineer?: true
  offers: readonly Offered[]
  /** Shown degree, subject, codes of graduation and post-graduation. A degree with `pursuing` suits the youngest. */
  degrees: readonly (readonly [shown: string, specialization: string, graduation: string, postgraduation: string])[]
  /** Usual monthly fee at home in rupees, from the beginner's to the best known. */
  feeRupees: readonly [low: number, high: number]
}

const junior = ['class-1-6', 'class-7-8']
const middle = ['class-7-8', 'class-9-10']
const senior = ['class-11', 'class-12']

export const kinds = {
  mathsMiddle: {
    weight: 13,
    stream: 'science',
    feeRupees: [2500, 6000],
    offers: [
      { keys: middle, subjects: ['mathematics', 'science'] },
      { keys: ['class-1-6', ...middle], subjects: ['mathematics', 'science'] },
      { keys: middle, subjects: ['mathematics', 'science', 'sanskrit'] },
      { keys: junior, subjects: ['mathematics', 'english', 'science'] },
    ],
    degrees: [
      ['M.Sc. Mathematics', 'Mathematics', 'bsc_mathematics', 'msc_mathematics'],
      ['B.Sc., B.Ed.', 'Mathematics', 'bsc_mathematics', 'none'],
      ['B.Sc. Mathematics', 'Mathematics', 'bsc_mathematics', 'none'],
      ['M.Sc., B.Ed.', 'Mathematics', 'bsc_mathematics', 'msc_mathematics'],
    ],
  },
  mathsSenior: {
    weight: 8,
    stream: 'science',
    feeRupees: [4000, 9500],
    offers: [
      { keys: ['class-9-10', ...senior], subjects: ['mathematics'] },
      { keys: [...senior, 'jee'], subjects: ['mathematics'] },
      { keys: [...senior, 'bsc'], subjects: ['mathematics', 'statistics'] },
    ],
    degrees: [
      ['M.Sc. Mathematics', 'Mathematics', 'bsc_mathematics', 'msc_mathematics'],
      ['M.Phil. Mathematics', 'Mathematics', 'bsc_mathematics', 'mphil'],
      ['M.Sc., B.Ed.', 'Mathematics', 'bsc_mathematics', 'msc_mathematics'],
    ],
  },
  mathsPhysics: {
    weight: 7,
    stream: 'science',
    engineer: true,
    feeRupees: [4500, 11000],
    offers: [
      { keys: ['class-9-10', ...senior], subjects: ['mathematics', 'physics'] },
      { keys: [...senior, 'jee'], subjects: ['mathematics', 'physics'] },
      { keys: ['class-7-8', 'class-9-10', ...senior], subjects: ['mathematics', 'physics', 'science'] },
    ],
    degrees: [
      ['B.Tech.', 'Mechanical Engineering', 'btech_me', 'none'],
      ['B.E.', 'Electronics', 'btech_ec', 'none'],
      ['M.Tech.', 'Civil Engineering', 'btech_civil', 'mtech_civil'],
      ['B.Tech.', 'Computer Science', 'btech_cs', 'none'],
    ],
  },
  physics: {
    weight: 6,
    stream: 'science',
    feeRupees: [4000, 10000],
    offers: [
      { keys: ['class-9-10', ...senior], subjects: ['physics', 'science'] },
      { keys: [...senior, 'jee', 'neet'], subjects: ['physics'] },
      { keys: [...senior, 'bsc'], subjects: ['physics'] },
    ],
    degrees: [
      ['M.Sc. Physics', 'Physics', 'bsc_physics', 'msc_physics'],
      ['M.Sc., B.Ed.', 'Physics', 'bsc_physics', 'msc_physics'],
      ['B.Sc. Physics', 'Physics', 'bsc_physics', 'none'],
    ],
  },
  chemistry: {
    weight: 6,
    stream: 'science',
    feeRupees: [3500, 9500],
    offers: [
      { keys: ['class-9-10', ...senior], subjects: ['chemistry', 'science'] },
      { keys: [...senior, 'jee', 'neet'], subjects: ['chemistry'] },
      { keys: [...senior, 'bsc'], subjects: ['chemistry'] },
    ],
    degrees: [
      ['M.Sc. Chemistry', 'Chemistry', 'bsc_chemistry', 'msc_chemistry'],
      ['M.Sc., B.Ed.', 'Chemistry', 'bsc_chemistry', 'msc_chemistry'],
      ['Ph.D. Chemistry', 'Chemistry', 'bsc_chemistry', 'msc_chemistry'],
    ],
  },
  biology: {
    weight: 6,
    stream: 'science',
    feeRupees: [3500, 9000],
    offers: [
      { keys: ['class-9-10', ...senior], subjects: ['biology', 'science'] },
      { keys: [...senior, 'neet'], subjects: ['biology'] },
      { keys: [...senior, 'bsc'], subjects: ['biology', 'chemistry'] },
    ],
    degrees: [
      ['M.Sc. Zoology', 'Zoology', 'bsc_biology', 'msc_zoology'],
      ['M.Sc. Botany', 'Botany', 'bsc_biology', 'msc_botany'],
      ['B.Sc. Biology, B.Ed.', 'Biology', 'bsc_biology', 'none'],
    ],
  },
  primary: {
    weight: 13,
    stream: 'arts',
    feeRupees: [1500, 4000],
    offers: [
      { keys: ['class-1-6'], subjects: ['mathematics', 'english', 'hindi', 'evs'] },
      { keys: ['class-1-6'], subjects: ['english', 'hindi', 'evs', 'science', 'social-science'] },
      { keys: ['class-1-6'], subjects: ['mathematics', 'english', 'hindi', 'science', 'art'] },
    ],
    degrees: [
      ['D.El.Ed., B.A.', 'Elementary Education', 'ba', 'none'],
      ['B.A., B.Ed.', 'Education', 'bed', 'none'],
      ['M.A. Education', 'Education', 'bed', 'ma_education'],
      ['B.Com., B.Ed.', 'Education', 'bcom', 'none'],
    ],
  },
  english: {
    weight: 7,
    stream: 'arts',
    feeRupees: [2500, 7000],
    offers: [
      { keys: ['class-7-8', 'class-9-10', ...senior], subjects: ['english'] },
      { keys: [...junior, 'class-9-10'], subjects: ['english', 'social-science'] },
      { keys: [...senior, 'ba', 'banking'], subjects: ['english'] },
    ],
    degrees: [
      ['M.A. English', 'English', 'ba_english', 'ma_english'],
      ['M.A., B.Ed.', 'English', 'ba_english', 'ma_english'],
      ['M.Phil. English', 'English', 'ba_english', 'mphil'],
    ],
  },
  hindiSanskrit: {
    weight: 5,
    stream: 'arts',
    feeRupees: [2000, 5000],
    offers: [
      { keys: [...junior, 'class-9-10'], subjects: ['hindi', 'sanskrit'] },
      { keys: ['class-9-10', ...senior], subjects: ['hindi', 'sanskrit'] },
      { keys: [...senior, 'ba', 'ma'], subjects: ['hindi'] },
    ],
    degrees: [
      ['M.A. Hindi', 'Hindi', 'ba', 'ma_hindi'],
      ['M.A. Sanskrit', 'Sanskrit', 'ba', 'ma_sanskrit'],
      ['Acharya, B.Ed.', 'Sanskrit', 'ba', 'ma_sanskrit'],
    ],
  },
  history: {
    weight: 4,
    stream: 'arts',
    feeRupees: [2500, 6000],
    offers: [
      { keys: ['class-9-10', ...senior], subjects: ['history', 'social-science', 'political-science'] },
      { keys: [...senior, 'ba'], subjects: ['history', 'political-science'] },
      { keys: middle, subjects: ['social-science', 'history', 'geography'] },
    ],
    degrees: [
      ['M.A. History', 'History', 'ba_history', 'ma_history'],
      ['M.A. Political Science', 'Political Science', 'ba', 'ma_political_science'],
      ['M.A., B.Ed.', 'History', 'ba_history', 'ma_history'],
    ],
  },
  geography: {
    weight: 3,
    stream: 'arts',
    feeRupees: [2500, 6000],
    offers: [
      { keys: ['class-9-10', ...senior], subjects: ['geography', 'social-science'] },
      { keys: [...senior, 'ba'], subjects: ['geography', 'economics'] },
    ],
    degrees: [
      ['M.A. Geography', 'Geography', 'ba', 'ma'],
      ['M.Sc. Geography', 'Geography', 'bsc', 'msc'],
      ['B.A., B.Ed.', 'Geography', 'ba', 'none'],
    ],
  },
  computer: {
    weight: 5,
    stream: 'science',
    engineer: true,
    feeRupees: [3000, 8500],
    offers: [
      { keys: ['class-7-8', 'class-9-10', ...senior], subjects: ['computer-science'] },
      { keys: [...senior, 'btech'], subjects: ['computer-science'] },
      { keys: ['btech', 'gate'], subjects: ['computer-science'] },
    ],
    degrees: [
      ['MCA', 'Computer Applications', 'bca', 'mca'],
      ['B.Tech.', 'Computer Science', 'btech_cs', 'none'],
      ['M.Tech.', 'Computer Science', 'btech_cs', 'mtech_cs'],
    ],
  },
  languages: {
    weight: 2,
    stream: 'arts',
    feeRupees: [3000, 9000],
    offers: [
      { keys: [...middle, ...senior], subjects: ['foreign-languages'] },
      { keys: [...middle, ...senior], subjects: ['foreign-languages', 'english'] },
    ],
    degrees: [
      ['B.A. French, DELF B2', 'French', 'ba', 'none'],
      ['M.A. German, Goethe C1', 'German', 'ba', 'ma'],
      ['JLPT N2 Japanese', 'Japanese', 'ba_english', 'none'],
      ['M.A. Spanish', 'Spanish', 'ba', 'ma'],
    ],
  },
  music: {
    weight: 3,
    stream: 'arts',
    feeRupees: [2000, 6000],
    offers: [
      { keys: [...junior, 'class-9-10'], subjects: ['music'] },
      { keys: [...junior, 'class-9-10', ...senior], subjects: ['music'] },
    ],
    degrees: [
      ['Visharad, Hindustani Vocal', 'Hindustani Vocal', 'bmus', 'none'],
      ['M.A. Music', 'Vocal Music', 'bmus', 'mmus'],
      ['Sangeet Prabhakar, Tabla', 'Tabla', 'bmus', 'none'],
      ['Trinity Grade 8, Keyboard', 'Keyboard', 'bcom', 'none'],
    ],
  },
  art: {
    weight: 3,
    stream: 'arts',
    feeRupees: [1500, 5000],
    offers: [
      { keys: [...junior, 'class-9-10'], subjects: ['art'] },
      { keys: [...junior, 'class-9-10', ...senior], subjects: ['art'] },
    ],
    degrees: [
      ['BFA Painting', 'Painting', 'bfa', 'none'],
      ['MFA', 'Applied Art', 'bfa', 'mfa'],
      ['M.A. Drawing and Painting', 'Drawing', 'bfa', 'mfa'],
    ],
  },
  economics: {
    weight: 4,
    stream: 'commerce',
    feeRupees: [3500, 8500],
    offers: [
      { keys: senior, subjects: ['economics', 'mathematics'] },
      { keys: [...senior, 'ba', 'bcom'], subjects: ['economics'] },
      { keys: ['class-9-10', ...senior], subjects: ['economics', 'business-studies'] },
    ],
    degrees: [
      ['M.A. Economics', 'Economics', 'ba_economics', 'ma_economics'],
      ['MBA Finance', 'Finance', 'bcom', 'mba_finance'],
      ['M.Phil. Economics', 'Economics', 'ba_economics', 'mphil'],
    ],
  },
  commerce: {
    weight: 6,
    stream: 'commerce',
    feeRupees: [3000, 8500],
    offers: [
      { keys: senior, subjects: ['accountancy', 'business-studies'] },
      { keys: [...senior, 'bcom'], subjects: ['accountancy', 'economics'] },
      { keys: ['bcom', 'mcom'], subjects: ['accountancy', 'taxation', 'business-studies'] },
    ],
    degrees: [
      ['M.Com.', 'Commerce', 'bcom', 'mcom'],
      ['CA Inter, B.Com.', 'Accountancy', 'bcom', 'none'],
      ['M.Com., B.Ed.', 'Commerce', 'bcom', 'mcom'],
    ],
  },
  psychology: {
    weight: 2,
    stream: 'arts',
    feeRupees: [2500, 7000],
    offers: [
      { keys: senior, subjects: ['psychology', 'english'] },
      { keys: [...senior, 'ba', 'ma'], subjects: ['psychology', 'sociology'] },
    ],
    degrees: [
      ['M.A. Psychology', 'Psychology', 'ba', 'ma_psychology'],
      ['M.A. Sociology', 'Sociology', 'ba', 'ma'],
    ],
  },
  engineering: {
    weight: 2,
    stream: 'science',
    engineer: true,
    feeRupees: [5000, 14000],
    offers: [
      { keys: ['btech'], subjects: ['engineering-mathematics', 'mechanics', 'physics'] },
      { keys: ['btech', 'gate'], subjects: ['electronics', 'engineering-mathematics'] },
      { keys: ['btech', 'mtech', 'gate'], subjects: ['mechanics', 'engineering-mathematics'] },
    ],
    degrees: [
      ['M.Tech.', 'Mechanical Engineering', 'btech_me', 'mtech_me'],
      ['M.Tech.', 'Electronics', 'btech_ec', 'mtech_ec'],
      ['Ph.D.', 'Mechanical Engineering', 'btech_me', 'mtech_me'],
    ],
  },
  banking: {
    weight: 3,
    stream: 'commerce',
    feeRupees: [2500, 6500],
    offers: [
      { keys: ['banking'], subjects: ['quantitative-aptitude', 'reasoning'] },
      {
        keys: ['banking'],
        subjects: ['quantitative-aptitude', 'reasoning', 'general-awareness', 'computer-knowledge'],
      },
    ],
    degrees: [
      ['M.Com.', 'Commerce', 'bcom', 'mcom'],
      ['MBA', 'Finance', 'bba', 'mba_finance'],
      ['B.Sc.', 'Mathematics', 'bsc_mathematics', 'none'],
    ],
  },
  statistics: {
    weight: 2,
    stream: 'science',
    feeRupees: [4000, 9500],
    offers: [
      { keys: ['bsc', 'bcom'], subjects: ['statistics', 'mathematics'] },
      { keys: ['bsc', 'msc'], subjects: ['statistics', 'mathematics'] },
    ],
    degrees: [
      ['M.Sc. Statistics', 'Statistics', 'bsc', 'msc_statistics'],
      ['M.Phil. Statistics', 'Statistics', 'bsc', 'mphil'],
    ],
  },
} as const satisfies Record<string, Kind>
export type KindName = keyof typeof kinds
export const kindNames = Object.keys(kinds) as KindName[] // true: the keys of a const object
