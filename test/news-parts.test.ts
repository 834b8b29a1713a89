import { expect, test } from 'vitest'
import { notificationEvents } from '#contract/notifications/notification-events.ts'
import { examplesIn } from '#server/notifications/examples.ts'
import { notificationText } from '#server/notifications/in-app.ts'
import { partsOf } from '../src/web/news/parts-of.ts'

const here = { publicUrl: 'https://mentorsetu.example', phone: '0731 400 0000' }
/** Several times of one day. */
const times = {
  en: { at: 'Tue, 1 Dec, 5:30 pm', by: 'Tue, 1 Dec, 8:00 pm', to: 'Tue, 1 Dec, 6:30 pm', day: 'Tue, 1 Dec' },
  hi: { at: 'मंगल 1 दिसंबर, शाम 5:30', by: 'मंगल 1 दिसंबर, रात 8:00', to: 'मंगल 1 दिसंबर, शाम 6:30', day: 'मंगल 1 दिसंबर' },
} as const
const today = { en: 'Tue 1 Dec', hi: 'मंगल 1 दिसंबर' }

const told = (event: (typeof notificationEvents)[number], lang: 'en' | 'hi', day: string, more = {}) => {
  const values = { ...examplesIn(lang, here), ...times[lang], ...more }
  return partsOf(notificationText(event, lang, { values }), day)
    .join(' ')
    .trim()
}

test.each(notificationEvents)('%s: a sentence without the date of its time is still one', (event) => {
  for (const lang of ['en', 'hi'] as const) {
    for (const day of [today[lang], 'Wed 2 Dec']) {
      const text = told(event, lang, day)
      expect(text).not.toMatch(/\bon \d|\bat at\b|बजे बजे/)
      if (day === today[lang]) expect(text).not.toMatch(/1 Dec, \d|1 दिसंबर, \S+ \d|\d:\d\d को/)
    }
  }
})

test('what follows a time without its date, and a date without a time', () => {
  expect(told('class-moved', 'en', today.en)).toMatch(/class moved to 6:30 pm Instead of 5:30 pm,/)
  expect(told('class-moved', 'en', 'Wed 2 Dec')).toMatch(/moved to Tue 1 Dec, 6:30 pm Instead of Tue 1 Dec, 5:30 pm,/)
  expect(told('class-moved', 'hi', today.hi)).toMatch(/क्लास अब शाम 6:30 बजे आप दोनों की सहमति से शाम 5:30 की जगह$/)
  expect(told('class-scheduled', 'en', today.en)).toMatch(/scheduled for 5:30 pm With Sunita Deshpande$/)
  const marked = notificationText('class-marked', 'en', { values: { ...examplesIn('en', here), ...times.en } })
  expect(partsOf(marked, '')).toEqual([
    'Mathematics class held on Tue 1 Dec, 5:30 pm',
    "With Sunita Deshpande. Please confirm by Tue 1 Dec, 8:00 pm; if you don't, we'll confirm it automatically.",
  ])
  const days = { from: 'Mon, 30 Nov', to: 'Tue, 1 Dec' }
  expect(told('classes-left-out', 'en', today.en, days)).toContain('from Mon 30 Nov to Tue 1 Dec are skipped, 2 in all')
})
