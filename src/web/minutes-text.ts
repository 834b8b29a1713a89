import { m } from '#messages'

/** "1 h 40 min", which stays on one line. */
export const minutesText = (minutes: number): string => durationText(minutes).replaceAll(' ', '\u00a0')

/** The same with plain spaces, to be saved. */
export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = Math.round(minutes % 60)
  if (hours === 0) return m.dash_minutes({ minutes: rest })
  if (hours === 1) return rest === 0 ? m.dash_one_hour() : m.dash_one_hour_minutes({ minutes: rest })
  return rest === 0 ? m.dash_hours({ hours }) : m.dash_hours_minutes({ hours, minutes: rest })
}

/** A duration as a mentor saved it, in the viewer's language; other words than "1 h 40 min" stay as they are. */
export function savedDuration(text: string): string {
  const [found, hours = 0, minutes = 0] = /^(?:(\d+)\s(?:h|घंटा|घंटे))?\s?(?:(\d+)\s(?:min|मिनट))?$/.exec(text) ?? []
  return found ? minutesText(Number(hours) * 60 + Number(minutes)) : text
}
