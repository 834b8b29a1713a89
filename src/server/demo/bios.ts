import type { KindName } from './kinds-data.ts'
import { openings } from './openings.ts'

const students = [
  'Most of my students come to me afraid of the subject; we start from what they already do right.',
  'I like children who ask why, and I do not mind being asked twice.',
  'I take only a few students at a time, so that each gets a full hour of my attention.',
  'A quiet child is welcome here; nobody is called to the board to be shamed.',
  'Children who have fallen behind get their own plan, week by week.',
  'If a chapter from last year is missing, we go back for it without fuss.',
  'I slow down for one hard idea rather than rush through ten.',
  'My students choose the order of chapters with me, and then keep to it.',
  'I never compare two children, not even brothers and sisters.',
  'Board students get a written plan for every week until the examination.',
  'I explain in Hindi or English, whichever makes the face light up.',
  'Every doubt is written down and none is laughed at.',
  'I ask for twenty minutes of work between two classes, not for two hours.',
  'We stop five minutes early, and the student tells me what was learnt.',
  'Where school goes too fast, we go slow; where it goes slow, we go ahead.',
  'My students mark their own test first, and then I do; we compare.',
]
const habits = [
  'I send a two-line note to parents after every class.',
  'Parents get a call from me on the last Saturday of the month.',
  'There is a short test every second Friday, and the paper goes home with my remarks.',
  'I come on time, and I tell you the day before if I cannot.',
  'A parent may sit in on any class without asking.',
  'I keep an attendance and topic register that you can read at any time.',
  'Missed classes are made up in the same week.',
  'After each test we sit for ten minutes with the parents and look at one page together.',
  'My phone stays in my bag during class.',
  'I check the school notebook once a week.',
  'Before examinations I add two Sunday classes at no extra fee.',
  'I share the plan for the month on its first day.',
  'The first class is for finding out where we stand; I write you a short report after it.',
  'I tell parents honestly when a child does not need tuition any more.',
  'I mark every answer script the same evening.',
  'Worksheets are made by hand for each child and kept in one file.',
  'Once a month I ask the child what I should change.',
  'I never leave a class without one thing to be proud of.',
  'Homework is light, but it is checked.',
]
const closings = [
  'I live nearby and come by scooter, so rain rarely stops a class.',
  'On Sundays I teach two children of our neighbourhood without a fee.',
  'Evenings suit me best, from five onwards.',
  'I read a lot, and I lend books.',
  'Outside class I grow tomatoes and lose at chess.',
  'I prefer a table, a whiteboard and a fan; everything else I bring.',
  'Mornings before school are possible too.',
  'I am strict about time and soft about everything else.',
  'Chai is welcome after class, not during.',
  'I teach brothers and sisters together when it suits both.',
  'For older students I am free late in the evening too.',
  'I take a class only when I have the whole hour for it.',
  'I started by helping cousins, and it never stopped.',
]

/** What only somebody with many years says. */
const seasoned = [
  'My own daughter went through the same board, so I know the timetable well.',
  'I have been teaching in {place} all these years and still meet old students at the market.',
  'I know most schools in {place} and their way of setting papers.',
  'I have taught toppers and children who failed twice, and the first lesson is the same for both.',
  'Two of my first students are teachers now.',
  'Years ago I marked board papers, and I teach what examiners look for.',
  'Younger brothers and sisters of old students keep me busy.',
  'I teach less than I used to, and better.',
  'I have kept every question paper since I began, sorted by chapter.',
  'Some parents I teach for were my own students once.',
  'Before this I taught at a college, and I do not miss the microphone.',
]
const grownStudents = [
  'I begin where you are, not where the syllabus begins.',
  'Working people are welcome; we meet early or late.',
  'Every doubt is written down and none is laughed at.',
  'I take only a few students at a time.',
  'I slow down for one hard idea rather than rush through ten.',
  'We make a plan on the first day and look at it every second week.',
  'I explain in Hindi or English, as you like.',
]
const grownHabits = [
  'Every week has one test under time.',
  'Notes are short and go to you the same evening.',
  'I come on time, and I tell you the day before if I cannot.',
  'Missed classes are made up in the same week.',
  'I mark every script the same evening.',
  'My phone stays in my bag during class.',
  'I share the plan for the month on its first day.',
  'We solve the last ten years of papers, all of them.',
  'I tell you honestly when you can go on alone.',
]
const grownKinds: readonly KindName[] = ['engineering', 'banking', 'statistics']

/** The n-th sentence of a list, round and round, jumping so that neighbours differ. */
const turn = (list: readonly string[], n: number, stride: number): string => list[(n * stride) % list.length] ?? ''

/**
 * A bio in plain words. The first sentence goes in turn through those of the kind; the others by different strides,
 * so that bios shown near each other do not repeat.
 * @param nth how many mentors of this kind came before
 * @param i number of the mentor
 */
export function bioOf(kind: KindName, nth: number, i: number, place: string, isSeasoned: boolean): string {
  const list = openings[kind]
  const lap = Math.floor(nth / list.length)
  const grown = grownKinds.includes(kind)
  const parts = [
    turn(list, nth, 1),
    turn(grown ? grownStudents : students, i + lap, 5),
    turn(grown ? grownHabits : habits, i + lap * 2, 7),
  ]
  if (isSeasoned) parts.push(turn(seasoned, i + lap, 4).replace('{place}', place))
  else if (i % 3 !== 1) parts.push(turn(closings, i + lap * 3, 3))
  return parts.join(' ')
}

const histories = [
  '{years}. {most} with families at home, the rest at a school in {place}.',
  '{years}, all of them at the students’ homes.',
  '{years}. Began at a coaching centre, at homes since then.',
  '{years}. Taught at a school in {place} first, now only at homes and in small groups.',
  '{years}, with students of every board.',
  '{years}. Small groups in the morning, homes in the evening.',
  '{years}. Board classes every year among them.',
]

/** What a mentor writes about earlier work: begins with the years, "9 years. …". */
export function historyOf(years: number, i: number, place: string): string {
  if (years === 0) return 'Less than a year. Taught younger students of my college and two neighbours’ children.'
  if (years === 1) return '1 year, at the students’ homes.'
  const most = years > 3 ? `${Math.ceil(years * 0.6)} years` : 'Most of it'
  return turn(histories, i, 3).replace('{years}', `${years} years`).replace('{most}', most).replace('{place}', place)
}
