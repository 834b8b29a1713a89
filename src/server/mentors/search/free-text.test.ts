import { afterAll, beforeAll, expect, test } from 'vitest'
import { transliterate } from '#server/platform/transliterate.ts'
import { findCity } from '#server/reference/places/places.ts'
import { makeMentor } from '#test/builders.ts'
import { type TestApp, testApp } from '#test/test-app.ts'
import { editDistance } from './spelling.ts'

let app: TestApp
const offers = (subject: string) => [['class-9-10', subject]] as [string, string][]
const placeOf = (name: string) => {
  const city = findCity(name)
  if (!city) throw new Error(`no city ${name}`)
  return { lat: city.lat, lon: city.lon }
}

beforeAll(async () => {
  app = await testApp()
  const people: [string, string, object][] = [
    ['Rajesh Sharma', 'physics', { area: 'Vijay Nagar' }],
    ['Rajesh Verma', 'mathematics', { area: 'Palasia' }],
    ['Sunita Sharma', 'mathematics', placeOf('Bhopal')],
    ['Vidya Sagar', 'biology', placeOf('Bhopal')],
    ['Mathilda Das', 'history', {}],
  ]
  for (const [name, subject, wish] of people) await makeMentor(app.db, { name, offers: offers(subject), ...wish })
})
afterAll(() => app.stop())

const ask = async (q: string, rest = '') =>
  (await app.browser().get(`/api/mentor?q=${encodeURIComponent(q)}${rest}`)).body
const names = async (q: string, rest = '') =>
  (await ask(q, rest)).data.map((one: { fullName: string }) => one.fullName).sort()

test.each([
  'mathematics',
  'matematics',
  'maths',
  'Maths tutor',
  'ganit',
  'गणित',
  'गणित के ट्यूटर',
  'mathematcis',
  'MATHS!',
])('reads %s as a subject', async (q) => {
  expect(await names(q)).toEqual(['Rajesh Verma'])
})

test('answers a subject in the text like the filter', async () => {
  const { body } = await app.browser().get('/api/mentor?subject=mathematics&class=9')
  expect(await ask('class 9 ganit')).toEqual(body)
  expect(await ask('maths', '&class=9')).toEqual(body)
})

test.each([
  ['indor maths', 'Indore', ['Rajesh Verma']],
  ['maths bhopal', 'Bhopal', ['Sunita Sharma']],
  ['भोपाल में गणित', 'Bhopal', ['Sunita Sharma']],
  ['biologi bhopal', 'Bhopal', ['Vidya Sagar']],
  ['गणित indore', 'Indore', ['Rajesh Verma']],
])('reads %s as a place and a subject', async (q, label, expected) => {
  expect((await ask(q)).near.label).toBe(label)
  expect(await names(q)).toEqual(expected)
})

test.each([
  ['palasiya', 'Palasia'],
  ['पलासिया', 'Palasia'],
  ['vijay nagr', 'Vijay Nagar'],
  ['vijaynagar', 'Vijay Nagar'],
  ['Vijay Nagar Jabalpur', 'Vijay Nagar'],
  ['bhanwarkuan', 'Bhawarkuan'],
  ['indor', 'Indore'],
  ['Bangalore', 'Bengaluru'],
])('reads %s as a place', async (q, label) => {
  expect((await ask(q)).near).toMatchObject({ label })
})

test('prefers a place in the text to the selected one', async () => {
  expect((await ask('bhopal', '&city=Indore&area=Palasia')).near.label).toBe('Bhopal')
})

test.each([
  ['rajesh sharma', ['Rajesh Sharma']],
  ['Sharma Rajesh', ['Rajesh Sharma']],
  ['राजेश शर्मा', ['Rajesh Sharma']],
  ['rajesh', ['Rajesh Sharma', 'Rajesh Verma']],
  ['raj', ['Rajesh Sharma', 'Rajesh Verma']],
  ['rajesh physics', ['Rajesh Sharma']],
  ['rajesh sharma maths', []],
  ['mathilda', ['Mathilda Das']],
  ['nobody atall', []],
])('reads %s as a name', async (q, expected) => {
  expect(await names(q, '&within=5000')).toEqual(expected)
})

test('reads a city name beside another name as a person', async () => {
  expect(await names('vidya sagar', '&within=5000')).toEqual(['Vidya Sagar'])
  expect((await ask('sagar')).near.label).toBe('Sagar')
})

test('finds a new mentor by name at once, and a former one no longer', async () => {
  const made = await makeMentor(app.db, { name: 'Quirina Zutshi' })
  expect(await names('quirina')).toEqual(['Quirina Zutshi'])
  const self = await app.login(made.phone, 'mentor')
  await self.put(`/api/mentor/${made.id}`, { showOnWebsite: false })
  expect(await names('quirina')).toEqual([])
})

test('transliterates Devanagari and measures edit distances', () => {
  expect(['राजेश', 'शर्मा', 'सुनीता', 'देशपांडे', 'विजय'].map(transliterate)).toEqual([
    'rajesh',
    'sharma',
    'sunita',
    'deshapande',
    'vijay',
  ])
  expect([
    editDistance('matematics', 'mathematics', 2),
    editDistance('nagr', 'nagar', 1),
    editDistance('indroe', 'indore', 1),
    editDistance('maths', 'mathura', 1),
  ]).toEqual([1, 1, 1, Infinity])
})
