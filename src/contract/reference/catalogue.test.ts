import { afterEach, expect, test } from 'vitest'
import { builtInCatalogue, type Grade, subjectName, subjectsOfGrade, subjectsOfKey } from './catalogue.ts'
import { applyCatalogue } from './catalogue-changes.ts'

afterEach(() => applyCatalogue(null))

const classes = Array.from({ length: 12 }, (_, i) => String(i + 1) as Grade) // true: the classes of the school
const namesOf = (grade: Grade) => subjectsOfGrade(grade).map((subject) => subjectName(subject, 'en'))
const changeKey = (key: string, subjects: readonly string[]) => {
  const entry = builtInCatalogue.grade.find((entry) => entry.key === key)
  if (entry) applyCatalogue({ revision: subjects.join(), entries: [{ ...entry, subjects }] })
}
const builtInSubjectsOf = (key: string) => builtInCatalogue.grade.find((entry) => entry.key === key)?.subjects ?? []

test('offers each school class the subjects of its list', () => {
  const primary = 'English Mathematics EVS Hindi'
  const middle = 'English Mathematics Science Social-Science Hindi'
  const senior = 'Physics Chemistry Mathematics Biology Business-Studies Accountancy Economics English'
  const lists = [
    ...[primary, primary, primary, middle, middle],
    ...Array(5).fill(`${middle} Sanskrit`),
    ...[senior, senior],
  ]
  expect(classes.map((grade) => namesOf(grade).join('+'))).toEqual(
    lists.map((list) => list.replaceAll(' ', '+').replaceAll('-', ' ')),
  )
})

test('offers every subject taught for an exam or degree', () => {
  expect(subjectsOfGrade('jee')).toEqual(['physics', 'chemistry', 'mathematics'])
})

test('offers a subject an admin added to a class and not one an admin removed', () => {
  changeKey('class-1-6', [...builtInSubjectsOf('class-1-6').filter((slug) => slug !== 'evs'), 'reasoning'])
  expect(namesOf('2')).toEqual(['English', 'Mathematics', 'Hindi', 'Reasoning'])
  expect(namesOf('6')).toEqual([
    'English',
    'Mathematics',
    'Science',
    'Social Science',
    'Hindi',
    'Sanskrit',
    'Reasoning',
  ])
  expect(namesOf('7')).not.toContain('Reasoning')
})

test('uses a name set by an admin in every class', () => {
  const maths = builtInCatalogue.subject.find((entry) => entry.key === 'mathematics')
  if (maths) applyCatalogue({ revision: 'renamed', entries: [{ ...maths, en: 'Numbers' }] })
  expect(namesOf('2')).toContain('Numbers')
  expect(subjectName('mathematics', 'hi')).toBe('गणित')
})

test('lists the subjects of the classes of a group before others taught in them', () => {
  const keys = subjectsOfKey('class-1-6')
  const listed = ['english', 'mathematics', 'evs', 'hindi', 'science', 'social-science', 'sanskrit']
  expect(keys.slice(0, 7)).toEqual(listed)
  expect(new Set(keys)).toEqual(new Set(builtInSubjectsOf('class-1-6')))
})
