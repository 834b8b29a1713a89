import { describe, expect, test } from 'vitest'
import { learnerMeant, newLearner } from './booking-choice.ts'

const aarav = { value: 'id-of-aarav', label: 'Aarav, Class 8', grade: '8' }
const ananya = { value: 'id-of-ananya', label: 'Ananya, Class 5', grade: '5' }
const choice = { learner: newLearner, name: '', grade: '' }

describe('whom a choice made before logging in means', () => {
  test('a child, when exactly one fits', () => {
    expect(learnerMeant([aarav], choice, false)).toBe(aarav.value)
    expect(learnerMeant([aarav, ananya], { ...choice, grade: '5' }, false)).toBe(ananya.value)
  })

  test('a new child, when it has a name or the family has none', () => {
    expect(learnerMeant([aarav, ananya], { ...choice, name: 'Mira' }, false)).toBe(newLearner)
    expect(learnerMeant([], choice, false)).toBe(newLearner)
  })

  test('nobody, when several fit or none does: the family must say', () => {
    expect(learnerMeant([aarav, ananya], choice, false)).toBe('')
    expect(learnerMeant([aarav, ananya], { ...choice, name: '  ' }, false)).toBe('')
    expect(learnerMeant([aarav, ananya], { ...choice, grade: '10' }, false)).toBe('')
    expect(learnerMeant([aarav, { ...ananya, grade: '8' }], { ...choice, grade: '8' }, false)).toBe('')
  })
})

test('what a family picked itself stays as it is', () => {
  expect(learnerMeant([aarav, ananya], choice, true)).toBe(newLearner)
  expect(learnerMeant([aarav, ananya], { ...choice, learner: ananya.value }, true)).toBe(ananya.value)
})
