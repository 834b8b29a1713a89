/** The end of a sentence or line, not of an initial or a title such as "Dr." */
const sentenceEnd = /[।?!:](?=\s)|(?<!(?:^|\s)(?:\p{Lu}|Dr|Mr|Mrs|Ms|Smt|Shri|Sh|Prof|डॉ|श्री|प्रो))\.(?=\s)|\n/u

/** A date with the time after it and the words around both that fit the date alone; or the end of a sentence. */
const dated = /[.।\n]|(\bon )?(\S+ \d{1,2} \S+), ((?:\S+ )?\d{1,2}:\d\d)( को)?/g

/** A weekday, day and month; the space within a time. */
const gaps =
  /(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat|रवि|सोम|मंगल|बुध|गुरु|शुक्र|शनि) \d{1,2} (?=\S)|\d (?=[ap]m\b)|(?:सुबह|दोपहर|शाम|रात) (?=\d)/g

/** Keeps every date and every time on one line. */
export const wholeDates = (text: string): string => text.replace(gaps, (one) => one.replaceAll(' ', '\u00a0'))

/**
 * The first sentence or line of a notification without a stop or colon, and the rest; dates as on the pages ("Sun 29 Nov"), and before
 * times without `today`, the day of the notification itself where its heading says it, and once in a sentence.
 */
export function partsOf(text: string, today: string): [title: string, rest: string] {
  let known = [today]
  const short = text
    .replace(/\b(Sun|Mon|Tue|Wed|Thu|Fri|Sat), (?=\d)/g, '$1 ')
    .replace(dated, (whole, on = '', date?: string, time = '', ko = '') => {
      if (!date) known = [today]
      else if (known.includes(date)) return `${on && 'at '}${time}${ko && ' बजे'}`
      else known = [...known, date]
      return whole
    })
  const end = sentenceEnd.exec(short)?.index ?? short.length
  return [
    short
      .slice(0, end + 1)
      .trim()
      .replace(/[:.।]$/, ''),
    short.slice(end + 1).trim(),
  ]
}
