import type { Language } from '#contract/wire/errors.ts'
import { rupees } from '#contract/wire/money.ts'
import { timeInIndia } from '#contract/wire/time.ts'

const amounts = [0, 2].map((digits) => new Intl.NumberFormat('en-IN', { minimumFractionDigits: digits }))

/** "₹4,500", "₹40.50": paise only if not zero. */
export function money(amountPaise: number): string {
  const amount = amounts[amountPaise % 100 === 0 ? 0 : 1]?.format(rupees(Math.abs(amountPaise)))
  return `${amountPaise < 0 ? '−' : ''}₹${amount}`
}

/** "4,500.00", "−40.50": for columns of numbers. */
export const figure = (amountPaise: number): string =>
  `${amountPaise < 0 ? '−' : ''}${amounts[1]?.format(rupees(Math.abs(amountPaise)))}`

/** "9%", "2.5%". */
export const percent = (basisPoints: number): string => `${basisPoints / 100}%`

const dayFormat = (locale: string, month: 'short' | 'long') =>
  new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Kolkata', day: 'numeric', month, year: 'numeric' })
// Cached: making a formatter takes as long as drawing half a receipt.
const days = { en: dayFormat('en-IN', 'short'), hi: dayFormat('hi-IN-u-nu-latn', 'long') }

/** "23 Nov 2026" or "23 नवंबर 2026", in India's zone. */
export const dayText = (at: Date, language: Language): string => days[language].format(at)

const monthFormat = (locale: string) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Kolkata', month: 'long', year: 'numeric' })
const months = { en: monthFormat('en-IN'), hi: monthFormat('hi-IN-u-nu-latn') }

/** "November 2026" or "नवंबर 2026". */
export const monthText = (at: Date, language: Language): string => months[language].format(at)

/** "4:18 pm" or "शाम 4:18". */
export function clockText(at: Date, language: Language): string {
  const [hours = 0, minutes = 0] = timeInIndia(at).split(':').map(Number)
  const clock = `${hours % 12 || 12}:${String(minutes).padStart(2, '0')}`
  if (language === 'en') return `${clock} ${hours < 12 ? 'am' : 'pm'}`
  const part = hours < 4 ? 'रात' : hours < 12 ? 'सुबह' : hours < 16 ? 'दोपहर' : hours < 20 ? 'शाम' : 'रात'
  return `${part} ${clock}`
}

/** "23 Nov 2026, 4:18 pm" or "23 नवंबर 2026, शाम 4:18". */
export const dateTimeText = (at: Date, language: Language): string =>
  `${dayText(at, language)}, ${clockText(at, language)}`

const weekFormat = (locale: string, month: 'short' | 'long', time: Intl.DateTimeFormatOptions = {}) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'Asia/Kolkata', weekday: 'short', day: 'numeric', month, ...time })
const weekDays = { en: weekFormat('en-IN', 'short'), hi: weekFormat('hi-IN-u-nu-latn', 'long') }
const weekTimes = weekFormat('en-IN', 'short', { hour: 'numeric', minute: '2-digit' })

/** "Mon, 23 Nov" or "सोम 23 नवंबर", in India's time zone: for days within a few weeks. */
export const weekdayText = (at: Date, language: Language): string =>
  weekDays[language].format(at).replace(/(?<=[^ -~]),/, '')
/** "Mon, 23 Nov, 4:18 pm" or "सोम 23 नवंबर, शाम 4:18". */
export const weekdayTimeText = (at: Date, language: Language): string =>
  language === 'hi' ? `${weekdayText(at, language)}, ${clockText(at, language)}` : weekTimes.format(at)
