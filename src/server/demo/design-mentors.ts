import type { Subject, TeachingMode } from '#contract/reference/catalogue.ts'

/** The first demo mentors: the people of the drawings, always numbers 0 to 7. */
export type DesignMentor = {
  name: string
  gender: 'male' | 'female'
  age: number
  years: number
  area: string
  portrait: string
  shown: string
  specialization: string
  university: string
  graduation: string
  postgraduation: string
  stream: 'science' | 'commerce' | 'arts'
  gold: boolean
  rating: number
  ratingCount: number
  policePassed: boolean
  prices: Partial<Record<TeachingMode, number>>
  onlineRupees: number | null
  offers: readonly { keys: readonly string[]; subjects: readonly Subject[] }[]
  days: readonly string[]
  dailyHours: number
  languages: readonly string[]
  history: string
  brief: string
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const middle = ['class-7-8', 'class-9-10']
const upTo12 = [...middle, 'class-11', 'class-12']

export const designMentors: readonly DesignMentor[] = [
  {
    name: 'Sunita Deshpande',
    gender: 'female',
    age: 36,
    years: 9,
    area: 'Vijay Nagar',
    portrait: 'sunita',
    shown: 'M.Sc. Mathematics, DAVV',
    specialization: 'Mathematics',
    university: 'DAVV',
    graduation: 'bsc_mathematics',
    postgraduation: 'msc_mathematics',
    stream: 'science',
    gold: true,
    rating: 4.9,
    ratingCount: 86,
    policePassed: true,
    prices: { homeTuition: 4500, myPlace: 3500 },
    onlineRupees: 4000,
    offers: [{ keys: middle, subjects: ['mathematics', 'science', 'sanskrit', 'english', 'hindi'] }],
    days: [...weekdays, 'saturday'],
    dailyHours: 5,
    languages: ['Hindi', 'English', 'Marathi'],
    history: '9 years of teaching. Three at a CBSE school in Indore, six with families at home.',
    brief:
      'I teach maths with paper, scissors and the kitchen scale before we open the textbook. Most of my students come to me afraid of algebra; we start from what they already do right. I send a two-line note to parents after every class.',
  },
  {
    name: 'Imran Qureshi',
    gender: 'male',
    age: 33,
    years: 7,
    area: 'Palasia',
    portrait: 'imran',
    shown: 'B.Tech., SGSITS',
    specialization: 'Mechanical Engineering',
    university: 'SGSITS',
    graduation: 'btech_me',
    postgraduation: 'none',
    stream: 'science',
    gold: true,
    rating: 4.8,
    ratingCount: 64,
    policePassed: true,
    prices: { homeTuition: 8000, groupClasses: 4000 },
    onlineRupees: 6500,
    offers: [
      { keys: ['class-7-8'], subjects: ['mathematics', 'science'] },
      { keys: ['class-9-10', 'class-11', 'class-12', 'jee'], subjects: ['mathematics', 'physics'] },
    ],
    days: ['tuesday', 'thursday', 'friday', 'saturday', 'sunday'],
    dailyHours: 6,
    languages: ['Hindi', 'English', 'Urdu'],
    history: '7 years. Two as a design engineer, the rest with Class 8 to 12 and JEE students.',
    brief:
      'I was an engineer, and I still ask what a formula is for before I use it. We sketch the problem, write what is given, and touch the numbers last. Every second Friday there is a short test, and the paper goes home with my remarks.',
  },
  {
    name: 'Anjali Joshi',
    gender: 'female',
    age: 29,
    years: 5,
    area: 'Nanda Nagar',
    portrait: 'anjali',
    shown: 'B.Ed., MA Education',
    specialization: 'Education',
    university: 'DAVV',
    graduation: 'bed',
    postgraduation: 'ma_education',
    stream: 'arts',
    gold: false,
    rating: 4.9,
    ratingCount: 41,
    policePassed: true,
    prices: { homeTuition: 3000, myPlace: 2500 },
    onlineRupees: null,
    offers: [{ keys: ['class-1-6', 'class-7-8'], subjects: ['mathematics', 'english'] }],
    days: [...weekdays],
    dailyHours: 4,
    languages: ['Hindi', 'English'],
    history: '5 years with children of Class 4 to 8, at their homes.',
    brief:
      'We read aloud for ten minutes, whatever the subject is, and the sums are told as stories. Younger children learn with seeds, buttons and bus tickets. I check the school notebook once a week and write to you what I saw.',
  },
  {
    name: 'Rajesh Chouhan',
    gender: 'male',
    age: 41,
    years: 12,
    area: 'DDU Nagar',
    portrait: 'rajesh',
    shown: 'M.Sc., B.Ed.',
    specialization: 'Physics',
    university: 'Vikram University',
    graduation: 'bsc_physics',
    postgraduation: 'msc_physics',
    stream: 'science',
    gold: false,
    rating: 4.7,
    ratingCount: 52,
    policePassed: false,
    prices: { homeTuition: 6500, coachingCenter: 3000 },
    onlineRupees: null,
    offers: [{ keys: middle, subjects: ['mathematics', 'science'] }],
    days: ['monday', 'wednesday', 'friday', 'saturday'],
    dailyHours: 5,
    languages: ['Hindi', 'English'],
    history: '12 years. Eight at a school in Indore, four at homes.',
    brief:
      'I carry lenses, magnets and a stopwatch to every science class. In maths we do fewer sums than the guide has, and each one properly. If a chapter of last year is missing we go back for it without fuss.',
  },
  {
    name: 'Harpreet Bhatia',
    gender: 'male',
    age: 35,
    years: 8,
    area: 'Geeta Bhawan',
    portrait: 'harpreet',
    shown: 'M.Sc. Physics',
    specialization: 'Physics',
    university: 'DAVV',
    graduation: 'bsc_physics',
    postgraduation: 'msc_physics',
    stream: 'science',
    gold: false,
    rating: 4.8,
    ratingCount: 37,
    policePassed: true,
    prices: { homeTuition: 7500 },
    onlineRupees: 6000,
    offers: [
      { keys: middle, subjects: ['science', 'mathematics'] },
      { keys: ['class-11', 'class-12'], subjects: ['physics', 'mathematics'] },
    ],
    days: ['wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
    dailyHours: 5,
    languages: ['Hindi', 'English', 'Punjabi'],
    history: '8 years with Class 7 to 12, mostly at homes.',
    brief:
      'Electricity is taught with a torch, a cell and wires you may burn. We derive each formula once together, so nobody has to learn it by heart. The first class is for finding out where we stand; I write you a short report after it.',
  },
  {
    name: 'Meenakshi Iyer',
    gender: 'female',
    age: 44,
    years: 15,
    area: 'Tilak Nagar',
    portrait: 'meenakshi',
    shown: 'M.Sc., IIT Indore',
    specialization: 'Mathematics',
    university: 'IIT Indore',
    graduation: 'bsc_mathematics',
    postgraduation: 'msc_mathematics',
    stream: 'science',
    gold: false,
    rating: 4.9,
    ratingCount: 73,
    policePassed: true,
    prices: { homeTuition: 5500, myPlace: 4500 },
    onlineRupees: 5000,
    offers: [{ keys: upTo12, subjects: ['mathematics'] }],
    days: ['tuesday', 'thursday', 'saturday'],
    dailyHours: 4,
    languages: ['Tamil', 'English', 'Hindi'],
    history: '15 years with Class 8 to 12, ten of them with board classes.',
    brief:
      'I teach calculus from graphs first, so the rules have something to hold on to. A page a day of clean, complete solutions is the whole secret of my classes. Parents get a call from me on the last Saturday of the month.',
  },
  {
    name: 'Joseph Mathew',
    gender: 'male',
    age: 58,
    years: 20,
    area: 'LIG Colony',
    portrait: 'joseph',
    shown: 'M.Com., DAVV',
    specialization: 'Commerce',
    university: 'DAVV',
    graduation: 'bcom',
    postgraduation: 'mcom',
    stream: 'commerce',
    gold: false,
    rating: 4.6,
    ratingCount: 29,
    policePassed: false,
    prices: { homeTuition: 6000, myPlace: 5000, groupClasses: 3000 },
    onlineRupees: null,
    offers: [
      { keys: ['class-7-8'], subjects: ['mathematics'] },
      { keys: ['class-9-10', 'class-11', 'class-12'], subjects: ['mathematics', 'economics'] },
      { keys: ['class-11', 'class-12'], subjects: ['accountancy'] },
    ],
    days: [...weekdays, 'sunday'],
    dailyHours: 6,
    languages: ['English', 'Hindi', 'Malayalam'],
    history: '20 years, first in an accounts office, then teaching full time.',
    brief:
      'We begin with the price of onions and reach demand curves by the end of the hour. Accounts are kept for an imaginary stationery shop from April to March. I am strict about time and soft about everything else.',
  },
  {
    name: 'Shabana Ansari',
    gender: 'female',
    age: 31,
    years: 6,
    area: 'Khajrana',
    portrait: 'shabana',
    shown: 'B.Sc., B.Ed.',
    specialization: 'Chemistry',
    university: 'DAVV',
    graduation: 'bsc_chemistry',
    postgraduation: 'none',
    stream: 'science',
    gold: false,
    rating: 4.8,
    ratingCount: 33,
    policePassed: true,
    prices: { homeTuition: 3500, myPlace: 3000 },
    onlineRupees: 3000,
    offers: [{ keys: ['class-1-6', 'class-7-8'], subjects: ['mathematics', 'science'] }],
    days: ['monday', 'tuesday', 'thursday', 'saturday'],
    dailyHours: 4,
    languages: ['Hindi', 'Urdu', 'English'],
    history: '6 years. Two at a primary school, four at homes and at my own place.',
    brief:
      'Lemon, turmeric and baking soda make the first lesson on acids. Each child has a box of cards with what was hard, and the box gets lighter. A parent may sit in on any class without asking.',
  },
]
