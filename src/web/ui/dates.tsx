import { getLocale } from '#messages-runtime'

/**
 * Dates and times in Asia/Kolkata. Without Intl, because server and browser must render the same text whatever their locale
 * data. India has one time zone and no daylight saving time.
 */
const indiaOffsetMs = 330 * 60_000
const names = {
  en: {
    days: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  },
  hi: {
    days: ['रवि', 'सोम', 'मंगल', 'बुध', 'गुरु', 'शुक्र', 'शनि'],
    months: ['जनवरी', 'फ़रवरी', 'मार्च', 'अप्रैल', 'मई', 'जून', 'जुलाई', 'अगस्त', 'सितंबर', 'अक्टूबर', 'नवंबर', 'दिसंबर'],
  },
} as const
type Language = keyof typeof names
export type DateInput = string | number | Date

const language = (): Language => (getLocale() === 'hi' ? 'hi' : 'en')
const toIndia = (at: DateInput) => new Date(new Date(at).getTime() + indiaOffsetMs)

/** "23 Nov", "23 नवंबर", on one line; with the year "23 Nov 2026". */
export function formatDay(
  at: DateInput,
  { year = false, in: lang = language() }: { year?: boolean; in?: Language } = {},
): string {
  const day = toIndia(at)
  return `${day.getUTCDate()}\u00a0${names[lang].months[day.getUTCMonth()]}${year ? `\u00a0${day.getUTCFullYear()}` : ''}`
}

/** "Nov 2026", "नवंबर 2026". */
export function formatMonth(at: DateInput): string {
  const day = toIndia(at)
  return `${names[language()].months[day.getUTCMonth()]} ${day.getUTCFullYear()}`
}

/** "Mon 23 Nov", "सोम 23 नवंबर", on one line. */
export function formatDate(at: DateInput, lang: Language = language()): string {
  return `${names[lang].days[toIndia(at).getUTCDay()]}\u00a0${formatDay(at, { in: lang })}`
}

/** "Mon", "सोम" for an ISO weekday: 1 is Monday, 7 is Sunday. */
export const formatWeekday = (weekday: number, lang: Language = language()): string =>
  names[lang].days[weekday % 7] ?? ''

/** "5:30 pm", "शाम 5:30", on one line. */
export function formatTime(at: DateInput, lang: Language = language()): string {
  const clock = toIndia(at)
  return clockText(clock.getUTCHours(), clock.getUTCMinutes(), lang)
}

/** Formats `HH:MM` from the API in the same way. */
export function formatClock(time: string, lang: Language = language()): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return clockText(hours, minutes, lang)
}

/** Two formatted times as ends of a range: Hindi names a common part of the day once, "शाम 5:32" and "7:11". */
export function timeRange(from: string, to: string): { from: string; to: string } {
  const [partOfDay = '', clock = ''] = to.split('\u00a0')
  return { from, to: language() === 'hi' && from.startsWith(`${partOfDay}\u00a0`) ? clock : to }
}

/** "Mon 23 Nov, 5:30 pm", "सोम 23 नवंबर, शाम 5:30", on one line. */
export const formatDateTime = (at: DateInput, lang: Language = language()): string =>
  `${formatDate(at, lang)},\u00a0${formatTime(at, lang)}`

/** Instant of a date (`YYYY-MM-DD`) and time (`HH:MM`) from the API. */
export const instantOf = (date: string, time = '00:00'): Date => new Date(`${date}T${time}:00+05:30`)

/** "0.8 km", "0.8 किमी". */
export const formatKm = (km: number, lang: Language = language()): string =>
  `${km.toFixed(1)}\u00a0${lang === 'hi' ? 'किमी' : 'km'}`

/** A `<time>` element. */
export function When({
  at,
  show = 'datetime',
  className,
}: {
  at: DateInput
  show?: 'day' | 'date' | 'time' | 'datetime' | 'day-year'
  className?: string
}) {
  const text =
    show === 'day'
      ? formatDay(at)
      : show === 'day-year'
        ? formatDay(at, { year: true })
        : show === 'date'
          ? formatDate(at)
          : show === 'time'
            ? formatTime(at)
            : formatDateTime(at)
  return (
    <time dateTime={new Date(at).toISOString()} className={className}>
      {text}
    </time>
  )
}

function clockText(hours: number, minutes: number, lang: Language): string {
  const clock = `${hours % 12 || 12}:${String(minutes).padStart(2, '0')}`
  if (lang === 'en') return `${clock}\u00a0${hours < 12 ? 'am' : 'pm'}`
  const partOfDay = hours < 4 ? 'रात' : hours < 12 ? 'सुबह' : hours < 16 ? 'दोपहर' : hours < 20 ? 'शाम' : 'रात'
  return `${partOfDay}\u00a0${clock}`
}
