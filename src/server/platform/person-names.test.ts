import { expect, test } from 'vitest'
import { isSameName } from './person-names.ts'

test.each([
  ['Asha Verma', 'ASHA VERMA'],
  ['Asha Verma', 'MRS VERMA  ASHA'],
  ['Asha Verma', 'ASHA KUMARI VERMA'],
  ['Asha K Verma', 'Asha Kumari Verma'],
  ['Asha Verma', 'ASHAVERMA'],
  ['Asha Kumari Verma', 'ASHA K. VERMA'],
  ['आशा वर्मा', 'ASHA VARMA'],
  ['सुरेश सिंह', 'SURESH SINGH'],
  ['Jaydeep Sinh', 'JAYDEEP SINGH'],
  ['Shahrukh', 'MR SHAHRUKH'],
])('takes %s and %s for one person', (checked, atBank) => {
  expect(isSameName(checked, atBank)).toBe(true)
  expect(isSameName(atBank, checked)).toBe(true)
})

test.each([
  ['Asha Verma', 'ASHA SHARMA'],
  ['Asha Verma', 'A VERMA'],
  ['Asha Verma', 'ASHA'],
  ['Asha Verma', 'VERMA TRADERS'],
  ['Asha Verma', 'RAVI VERMA ASHOK'],
  ['Asha Verma', ''],
  ['Asha Verma', '12345'],
  ['Asha Verma', 'A V'],
  ['Ravi Ravi', 'RAVI KUMAR'],
])('leaves %s and %s to an admin', (checked, atBank) => {
  expect(isSameName(checked, atBank)).toBe(false)
  expect(isSameName(atBank, checked)).toBe(false)
})
