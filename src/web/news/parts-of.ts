/** The end of a sentence or line, not of an initial or a title such as "Dr." */
const sentenceEnd = /[।?!:](?=\s)|(?<!(?:^|\s)(?:\p{Lu}|Dr|Mr|Mrs|Ms|Smt|Shri|Sh|Prof|डॉ|श्री|प्रो))\.(?=\s)|\n/u

/** A date with the time after it and the words around both that fit the date alone; or the end of a sentence. */
const dated = /[.।\n]|(\bon )?(\S+ \d{1,2} \S+), ((?:\S+ )?\d{1,2}:\d\d)( को)?/g

/** A weekday, day and month; the space within a time. */
const gaps =
  /(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat|रवि|सोम|मंगल|बुध|गुरु|शुक्र|शनि) \d{1,2} (?=\S)|\d (?=[ap]m\b)|(?:सुबह|दोपहर|शाम|रात) (?=\d)/g

/** A short title, a line saying with whom and when, and perhaps the rest. */
const detailed = /^([^\n.:?!।]+)\n([^\n]+)(?:\n(.*))?$/s

/** Keeps every date and every time on one line. */
export const wholeDates = (text: string): string => text.replace(gaps, (one) => one.replaceAll(' ', '\u00a0'))

/**
 * The first sentence or line of a notification without a colon or full stop, and the rest; dates as on the pages
 * ("Sun 29 Nov"), and before times without `today`, the day of the notification itself, and once in a sentence.
 * `detail` is the second line under a short title; for an earlier notification it keeps its date, which stands for the
 * notification's own.
 */
export function partsOf(text: string, today: string, isEarlier = false): [title: string, rest: string, detail: string] {
  const dropped = isEarlier && detailed.test(text) ? [] : [today]
  let known = dropped
  const short = text
    .replace(/\b(Sun|Mon|Tue|Wed|Thu|Fri|Sat), (?=\d)/g, '$1 ')
    .replace(dated, (whole, on = '', date?: string, time = '', ko = '') => {
      if (!date) known = dropped
      else if (known.includes(date)) return `${on && 'at '}${time}${ko && ' बजे'}`
      else known = [...known, date]
      return whole
    })
  const [, name, detail, more = ''] = detailed.exec(short) ?? []
  if (name && detail) return [name, more, detail]
  const end = sentenceEnd.exec(short)
  const length = end ? end.index + 1 : short.length
  const title = short.slice(0, length).trim()
  return [title.replace(/[:.।]$/, ''), short.slice(length).trim(), '']
}
