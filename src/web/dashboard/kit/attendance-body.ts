import { textOf } from '../../form.ts'

/** Request body of an attendance form. */
export function attendanceBody(form: FormData) {
  const text = (name: string) => textOf(form, name)
  const code = text('code')
  const adultAtHome = text('adultAtHome')
  // Another date means another class.
  const isOfLesson = text('date') === text('lessonDate')
  return {
    classBooking: text('of'),
    ...(isOfLesson && { lesson: text('lesson') }),
    date: text('date'),
    timeIn: text('timeIn'),
    timeOut: text('timeOut'),
    duration: text('duration'),
    topic: text('topic'),
    note: text('note'),
    homework: text('homework'),
    ...(code !== '' && { code }),
    ...(adultAtHome !== '' && { adultAtHome: adultAtHome === 'true' }),
  }
}
