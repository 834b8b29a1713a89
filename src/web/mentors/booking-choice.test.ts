import { describe, expect, test } from 'vitest'
import {
  applyChange,
  type Choice,
  choiceHref,
  choiceParams,
  chosenSearch,
  fittingTimes,
  initialChoice,
  newLearner,
  resolveLearner,
  subjectsOffered,
  withFittingTime,
} from './booking-choice.ts'

const aarav = { value: 'id-of-aarav', label: 'Aarav, Class 8', grade: '8', isAdult: false, address: null }
const ananya = { value: 'id-of-ananya', label: 'Ananya, Class 5', grade: '5', isAdult: false, address: null }
const choice = { learner: newLearner, name: '', grade: '' }

describe('the learner of a selection made before login', () => {
  test('is a child when exactly one fits', () => {
    expect(resolveLearner([aarav], choice, false)).toBe(aarav.value)
    expect(resolveLearner([aarav, ananya], { ...choice, grade: '5' }, false)).toBe(ananya.value)
  })

  test('is a new child with a name or without other children', () => {
    expect(resolveLearner([aarav, ananya], { ...choice, name: 'Mira' }, false)).toBe(newLearner)
    expect(resolveLearner([], choice, false)).toBe(newLearner)
  })

  test('is undecided when several or none fit', () => {
    expect(resolveLearner([aarav, ananya], choice, false)).toBe('')
    expect(resolveLearner([aarav, ananya], { ...choice, name: '  ' }, false)).toBe('')
    expect(resolveLearner([aarav, ananya], { ...choice, grade: '10' }, false)).toBe('')
    expect(resolveLearner([aarav, { ...ananya, grade: '8' }], { ...choice, grade: '8' }, false)).toBe('')
  })
})

test('keeps an explicit selection', () => {
  expect(resolveLearner([aarav, ananya], choice, true)).toBe(newLearner)
  expect(resolveLearner([aarav, ananya], { ...choice, learner: ananya.value }, true)).toBe(ananya.value)
})

test("restores a selection from a form, and from a URL without the child's name and address", () => {
  const option = (value: string) => ({ value, label: value })
  const options = {
    modes: ['homeTuition', 'online'].map((one) => ({ ...option(one), monthly: 7500 })),
    subjects: ['physics', 'mathematics'].map(option),
    byGrade: {},
    grades: ['5', '8'].map(option),
    learners: [aarav, ananya],
    discounts: { months3: 5, months6: 10 },
  }
  const days = ['monday', 'friday']
  const asked = {
    plan: 'hourly',
    hours: 2.5,
    mode: 'online',
    subject: 'mathematics',
    learner: newLearner,
    name: 'Mira & co',
    grade: '5',
    at: '2026-11-30T17:00',
    date: '2026-11-30',
    time: '17:30',
    days: ['monday', 'friday'],
    area: 'Vijay Nagar',
    address: { house: '14, Scheme 54', area: 'Vijay Nagar', landmark: 'Post office', city: 'Indore' },
    parent: { relation: '', parentName: '', agrees: false },
  } as const
  expect(
    initialChoice(options, days, choiceParams({ ...asked, ...asked.address, hours: '2.5', days: 'monday,friday' })),
  ).toEqual(asked)
  const href = choiceHref('/mentors/x', { ...asked, ...asked.address })
  expect(initialChoice(options, days, new URL(href, 'http://x').searchParams)).toEqual({
    ...asked,
    name: '',
    address: null,
  })
  const other = new URLSearchParams({ learner: 'id-of-another', days: 'someday', date: 'soon', time: '5' })
  const first = { plan: 'monthly', learner: aarav.value, days: [], at: '', date: '', time: '' }
  expect(initialChoice(options, days, other)).toMatchObject(first)
})

test('offers the subjects of the learner’s class and keeps a requested one the mentor teaches there', () => {
  const option = (value: string) => ({ value, label: value })
  const options = {
    modes: [{ ...option('homeTuition'), monthly: 4500 }],
    subjects: ['computer-science', 'mathematics', 'physics'].map(option),
    byGrade: {
      2: { listed: [{ value: 'mathematics', label: 'Mathematics' }], others: [option('computer-science')] },
      12: { listed: ['physics', 'mathematics'].map(option), others: [] },
    },
    grades: ['2', '12'].map(option),
    learners: [],
    discounts: { months3: 0, months6: 0 },
  }
  const labels = (query: string) => {
    const choice = initialChoice(options, [], new URLSearchParams(query))
    return [choice.subject, ...subjectsOffered(options, choice).map(({ label }) => label)]
  }
  expect(labels('class=2')).toEqual(['mathematics', 'Mathematics'])
  expect(labels('class=2&subject=computer-science')).toEqual(['computer-science', 'Mathematics', 'computer-science'])
  expect(labels('class=12&subject=computer-science')).toEqual(['physics', 'physics', 'mathematics'])
  expect(labels('')).toEqual(['computer-science', 'computer-science', 'mathematics', 'physics'])
  const young = initialChoice(options, [], new URLSearchParams('class=2'))
  expect(applyChange(options, { ...young, subject: 'physics' }, { grade: '12' }).subject).toBe('physics')
  expect(applyChange(options, { ...young, subject: 'physics' }, { grade: '2' }).subject).toBe('mathematics')
})

test('keeps a time that is free, however many come before it', () => {
  const time = (n: number) => [`2026-12-${n}T17:00`, '', 60] as const
  const picks = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map(time)
  const choice = { plan: 'demo', hours: 1, mode: 'online', at: '2026-12-20T17:00' } as Choice
  expect(fittingTimes(picks, choice)).toHaveLength(6)
  expect(withFittingTime(choice, picks).at).toBe(choice.at)
  expect(withFittingTime({ ...choice, at: '2026-12-21T17:00' }, picks).at).toBe('')
})

test('begins with a demo when a new family selected a time, and with a month otherwise', () => {
  const option = (value: string) => ({ value, label: value })
  const options = {
    modes: [{ ...option('homeTuition'), monthly: 4500 }],
    subjects: [option('physics')],
    byGrade: {},
    grades: [],
    learners: [],
    discounts: { months3: 0, months6: 0 },
  }
  const planOf = (query: string, learners: (typeof aarav)[] = []) =>
    initialChoice({ ...options, learners }, [], new URLSearchParams(query)).plan
  expect(planOf('at=2026-11-30T17:00')).toBe('demo')
  expect(planOf('at=2026-11-30T17:00&plan=hourly')).toBe('hourly')
  expect(planOf('at=2026-11-30T17:00', [aarav])).toBe('monthly')
  expect(planOf('')).toBe('monthly')
  // After the order there is a learner, and the address keeps the demo.
  const chosen = { plan: 'demo', at: '2026-11-30T17:00', hours: 1, mode: 'online', subject: 'physics' } as const
  const back = chosenSearch('?area=Vijay+Nagar&at=2026-11-29T17:00', chosen)
  expect(planOf(back, [aarav])).toBe('demo')
  expect(Object.fromEntries(new URLSearchParams(back))).toEqual({
    ...chosen,
    hours: '1',
    area: 'Vijay Nagar',
  })
})
