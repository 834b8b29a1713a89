import { afterEach, expect, test } from 'vitest'
import { builtInCatalogue, type Grade, subjectNameOf, subjectsOfGrade, subjectsOfKey } from './catalogue.ts'
import { applyCatalogue } from './catalogue-changes.ts'

afterEach(() => applyCatalogue(null))

const classes = Array.from({ length: 12 }, (_, i) => String(i + 1) as Grade) // true: the classes of the school
const namesOf = (grade: Grade) => subjectsOfGrade(grade).map((one) => subjectNameOf(one, [grade], 'en'))
const changeKey = (key: string, subjects: readonly string[]) => {
  const entry = builtInCatalogue.grade.find((one) => one.key === key)
  if (entry) applyCatalogue({ revision: subjects.join(), entries: [{ ...entry, subjects }] })
}
const atFirst = (key: string) => builtInCatalogue.grade.find((one) => one.key === key)?.subjects ?? []

test('each class of the school offers the subjects of its list, by the names it gives them', () => {
  const [primary, middle] = ['English Math EVS Hindi', 'English Math Science Social-Studies Hindi']
  const senior = 'Physics Chemistry Mathematics Biology Business-Studies Accountancy Economics English'
  const lists = [
    ...[primary, primary, primary, middle, middle],
    ...Array(3).fill(`${middle} Sanskrit`),
    ...Array(2).fill('English Mathematics Science Social-Science Hindi Sanskrit'),
    ...[senior, senior],
  ]
  expect(classes.map((one) => namesOf(one).join('+'))).toEqual(
    lists.map((list) => list.replaceAll(' ', '+').replaceAll('-', ' ')),
  )
})

test('exams and degrees offer everything that can be taught for them', () => {
  expect(subjectsOfGrade('jee')).toEqual(['physics', 'chemistry', 'mathematics'])
})

test('a subject an admin adds to a class is offered in it, and one an admin takes out is not', () => {
  changeKey('class-1-6', [...atFirst('class-1-6').filter((one) => one !== 'evs'), 'reasoning'])
  expect(namesOf('2')).toEqual(['English', 'Math', 'Hindi', 'Reasoning'])
  expect(namesOf('6')).toEqual(['English', 'Math', 'Science', 'Social Studies', 'Hindi', 'Sanskrit', 'Reasoning'])
  expect(namesOf('7')).not.toContain('Reasoning')
})

test('a name an admin gave a subject is its name in every class', () => {
  const maths = builtInCatalogue.subject.find((one) => one.key === 'mathematics')
  if (maths) applyCatalogue({ revision: 'renamed', entries: [{ ...maths, en: 'Numbers' }] })
  expect(namesOf('2')).toContain('Numbers')
  expect(subjectNameOf('mathematics', ['2'], 'hi')).toBe('गणित')
})

test('a group of classes shows the subjects of their lists before others that can be taught in them', () => {
  const keys = subjectsOfKey('class-1-6')
  const listed = ['english', 'mathematics', 'evs', 'hindi', 'science', 'social-science', 'sanskrit']
  expect(keys.slice(0, 7)).toEqual(listed)
  expect(new Set(keys)).toEqual(new Set(atFirst('class-1-6')))
})
