import { expect, test } from 'vitest'
import { soundsLike } from './transliterate.ts'

const matches = (word: string, name: string) => new RegExp(soundsLike(word) ?? '$^', 'i').test(name)

test.each([
  ['सिंह', 'Singh'],
  ['सिंह', 'Sinh'],
  ['वर्मा', 'Verma'],
  ['वर्मा', 'Varma'],
  ['बनर्जी', 'Banerjee'],
  ['चटर्जी', 'Chatterjee'],
  ['दीक्षित', 'Dixit'],
  ['लक्ष्मी', 'Lakshmi'],
  ['सक्सेना', 'Saxena'],
  ['ज्ञानेन्द्र', 'Gyanendra'],
  ['ज्ञानेश्वर', 'Dnyaneshwar'],
  ['क़ुरैशी', 'Qureshi'],
  ['हुसैन', 'Hussain'],
  ['श्रीवास्तव', 'Asha Srivastava'],
])('%s sounds like %s', (word, name) => {
  expect(matches(word, name)).toBe(true)
})

test.each([
  ['सिंह', 'Sanghi'],
  ['सिन्हा', 'Singh'],
  ['राम', 'Reema'],
  ['राम', 'Rima'],
  ['मीना', 'Mona'],
  ['गीता', 'Gupta'],
  ['जैन', 'Jane'],
  ['यादव', 'Jadhav'],
  ['लक्ष्मी', 'Lata'],
  ['राम', 'Param'],
])('%s does not sound like %s', (word, name) => {
  expect(matches(word, name)).toBe(false)
})
