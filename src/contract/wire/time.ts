/** India Standard Time in minutes from UTC; there is no daylight saving. */
const offsetMinutes = 330

/** The instant of a date (`YYYY-MM-DD`) and time (`HH:MM`) in Asia/Kolkata. */
export function instantInIndia(date: string, time: string): Date {
  return new Date(`${date}T${time}:00+05:30`)
}

/** `YYYY-MM-DD` of an instant in Asia/Kolkata. */
export function dateInIndia(at: Date): string {
  return new Date(at.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 10)
}

/** `HH:MM` of an instant in Asia/Kolkata. */
export function timeInIndia(at: Date): string {
  return new Date(at.getTime() + offsetMinutes * 60_000).toISOString().slice(11, 16)
}

/** End of the night that `at` falls into, from one time in India to another of the next morning; null by day. */
export function nightEnd(at: Date, { from, until }: { from: string; until: string }): Date | null {
  const time = timeInIndia(at)
  if (time >= from) return instantInIndia(dateInIndia(plusMinutes(at, 1440)), until)
  return time < until ? instantInIndia(dateInIndia(at), until) : null
}

export const plusMinutes = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)
