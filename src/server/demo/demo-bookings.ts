import type { Plan } from '#contract/classes/plans.ts'
import type { Subject, TeachingMode } from '#contract/reference/catalogue.ts'

/** A lesson: days from today, time in India, and its outcome. */
type DemoLesson = {
  day: number
  time: string
  minutes: number
  /** `late`: cancelled late and charged at half. */
  state: 'settled' | 'waiting' | 'upcoming' | 'cancelled' | 'late'
  topic: string
  /** The mentor's note for the family. */
  note?: string
  homework?: string
}
export type DemoBooking = {
  learner: string
  mentor: string
  subject: Subject
  plan: Plan
  mode: TeachingMode
  hours: number
  status: 'pending_schedule' | 'scheduled' | 'completed' | 'cancelled'
  bookedDay: number
  /** Whether the demo with this mentor was credited to the month. */
  creditsDemo: boolean
  wished: { day: number; time: string } | null
  rating: number | null
  lessons: readonly DemoLesson[]
}

const mathsTopics = [
  'Rational numbers, Exercise 1.1',
  'Rational numbers on the number line',
  'Linear equations, Exercise 2.1',
  'Linear equations in words',
  'Exercise 2.2, and a short test',
  'Angle sum of a polygon',
  'Kinds of quadrilaterals',
  'Parallelograms, Exercise 3.3',
  'Linear equations, Exercise 2.3',
]
const economicsTopics = [
  'What development means',
  'Income and other goals',
  'Sectors of the economy',
  'Primary and secondary sector',
  'The service sector',
  'Organised and unorganised work',
  'Money as a means of exchange',
  'Loans and collateral',
  'Self-help groups',
  'Globalisation',
  'Consumer rights',
  'Revision and a full paper',
]

const single = (day: number, time: string, minutes: number, state: DemoLesson['state'], topic = ''): DemoLesson => ({
  day,
  time,
  minutes,
  state,
  topic,
})
const inSeries = (days: readonly number[], time: string, topics: readonly string[]): DemoLesson[] =>
  days.map((day, i) => ({ day, time, minutes: 100, state: 'settled', topic: topics[i] ?? 'Revision' }))

/** Every other day up to the day before yesterday except Sundays, oldest first. */
function classDays(count: number, sundays: (day: number) => boolean): number[] {
  const days: number[] = []
  let day = -3
  while (days.length < count) {
    if (sundays(day)) day -= 1
    days.unshift(day)
    day -= 2
  }
  return days
}

const plain = { mode: 'homeTuition', hours: 20, creditsDemo: false, wished: null, rating: null } as const

/** Bookings in every state. `sundays`: whether a day counted from today is a Sunday in India. */
export function demoBookings(sundays: (day: number) => boolean): DemoBooking[] {
  const settledDays = classDays(8, sundays)
  const waiting = {
    ...single(-1, '17:30', 100, 'waiting', mathsTopics[8]),
    note: 'Word problems go well now. Signs still slip when a term changes sides.',
    homework: 'Exercise 2.3, questions 4 to 10.',
  }
  return [
    {
      ...plain,
      learner: 'Aarav',
      mentor: 'Sunita Deshpande',
      subject: 'mathematics',
      plan: 'monthly',
      status: 'scheduled',
      bookedDay: (settledDays[0] ?? -20) - 2,
      // `writeChanges` adds the minutes owed for the two cancelled lessons and the request for another time.
      lessons: [
        ...inSeries(settledDays, '17:30', mathsTopics),
        single((settledDays[3] ?? -12) + 1, '17:30', 100, 'late'),
        single(-2, '17:30', 100, 'cancelled'),
        waiting,
        single(1, '17:30', 100, 'upcoming'),
      ],
    },
    {
      ...plain,
      learner: 'Ananya',
      mentor: 'Anjali Joshi',
      subject: 'english',
      plan: 'monthly',
      status: 'pending_schedule',
      bookedDay: -1,
      lessons: [],
    },
    // `writeDispute` disputes this lesson.
    {
      ...plain,
      learner: 'Ananya',
      mentor: 'Sunita Deshpande',
      subject: 'sanskrit',
      plan: 'hourly',
      hours: 1,
      status: 'scheduled',
      bookedDay: -4,
      lessons: [single(-1, '11:00', 60, 'waiting', 'Shabda roop of baalak')],
    },
    {
      ...plain,
      learner: 'Ananya',
      mentor: 'Shabana Ansari',
      subject: 'science',
      plan: 'demo',
      hours: 1,
      status: 'completed',
      bookedDay: -14,
      rating: 4,
      lessons: [single(-12, '16:00', 60, 'settled', 'Seeds and how they travel')],
    },
    {
      ...plain,
      learner: 'Aarav',
      mentor: 'Rajesh Chouhan',
      subject: 'science',
      plan: 'demo',
      hours: 1,
      status: 'cancelled',
      bookedDay: -16,
      lessons: [single(-12, '18:00', 60, 'cancelled')],
    },
    {
      ...plain,
      learner: 'Kabir',
      mentor: 'Joseph Mathew',
      subject: 'economics',
      plan: 'monthly',
      mode: 'myPlace',
      status: 'completed',
      bookedDay: -66,
      rating: 5,
      lessons: inSeries([-62, -59, -56, -53, -50, -47, -44, -41, -38, -35, -32, -29], '18:00', economicsTopics),
    },
    {
      ...plain,
      learner: 'Kabir',
      mentor: 'Sunita Deshpande',
      subject: 'sanskrit',
      plan: 'hourly',
      hours: 1,
      status: 'completed',
      bookedDay: -24,
      rating: 5,
      lessons: [single(-20, '11:00', 60, 'settled', 'Sandhi, with ten examples')],
    },
    {
      ...plain,
      learner: 'Kabir',
      mentor: 'Harpreet Bhatia',
      subject: 'science',
      plan: 'demo',
      hours: 1,
      status: 'completed',
      bookedDay: -17,
      rating: 5,
      lessons: [single(-15, '17:00', 60, 'settled', 'Light: mirrors and images')],
    },
    {
      ...plain,
      learner: 'Kabir',
      mentor: 'Harpreet Bhatia',
      subject: 'science',
      plan: 'monthly',
      status: 'scheduled',
      bookedDay: -11,
      creditsDemo: true,
      lessons: [
        ...inSeries([-9, -6, -4], '17:00', ['Lenses and the ray diagram', 'Refraction, numericals', 'The human eye']),
        single(2, '17:00', 100, 'upcoming'),
      ],
    },
    {
      ...plain,
      learner: 'Zoya',
      mentor: 'Meenakshi Iyer',
      subject: 'mathematics',
      plan: 'hourly',
      hours: 1.5,
      status: 'completed',
      bookedDay: -21,
      rating: 5,
      lessons: [single(-18, '11:00', 90, 'settled', 'Integrals by parts, doubts before the test')],
    },
    {
      ...plain,
      learner: 'Rehan',
      mentor: 'Sunita Deshpande',
      subject: 'science',
      plan: 'hourly',
      hours: 2,
      status: 'cancelled',
      bookedDay: -10,
      lessons: [single(-6, '11:00', 120, 'cancelled')],
    },
    {
      ...plain,
      learner: 'Zoya',
      mentor: 'Imran Qureshi',
      subject: 'physics',
      plan: 'monthly',
      status: 'scheduled',
      bookedDay: -2,
      lessons: [single(2, '18:00', 100, 'upcoming')],
    },
    {
      ...plain,
      learner: 'Rehan',
      mentor: 'Sunita Deshpande',
      subject: 'mathematics',
      plan: 'demo',
      hours: 1,
      status: 'pending_schedule',
      bookedDay: -1,
      wished: { day: 3, time: '17:00' },
      lessons: [],
    },
  ]
}
