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

export const plusMinutes = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)
