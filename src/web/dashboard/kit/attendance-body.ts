import { textOf } from '../../form.ts'

/** Request body of an attendance form. */
export function attendanceBody(form: FormData) {
  const text = (name: string) => textOf(form, name)
  const code = text('code')
  const adultAtHome = text('adultAtHome')
  return {
    classBooking: text('of'),
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
