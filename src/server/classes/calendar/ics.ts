/** A lesson as a calendar event. `id` is stable; `changes` is the iCalendar SEQUENCE. */
type CalendarEvent = {
  id: string
  startsAt: Date
  endsAt: Date
  changes: number
  changedAt: Date
  isCancelled: boolean
  summary: string
  location: string | null
  url: string
}

/** UTC timestamp to the second: `20261123T113000Z`. */
const utc = (at: Date) => `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

const maxOctets = 75

/** Folds a content line at 75 octets without splitting a character (RFC 5545, 3.1). */
function folded(line: string): string {
  let pieces = ''
  let length = 0
  for (const character of line) {
    const octets = Buffer.byteLength(character)
    if (length + octets > maxOctets) {
      pieces += '\r\n '
      // The leading space counts as an octet.
      length = 1
    }
    pieces += character
    length += octets
  }
  return pieces
}

const linesOf = (one: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${one.id}`,
  `DTSTAMP:${utc(one.changedAt)}`,
  `LAST-MODIFIED:${utc(one.changedAt)}`,
  `SEQUENCE:${one.changes}`,
  `DTSTART:${utc(one.startsAt)}`,
  `DTEND:${utc(one.endsAt)}`,
  `SUMMARY:${escaped(one.summary)}`,
  ...(one.location ? [`LOCATION:${escaped(one.location)}`] : []),
  `STATUS:${one.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  ...(one.isCancelled ? ['TRANSP:TRANSPARENT'] : []),
  `URL:${one.url}`,
  'END:VEVENT',
]

/** Builds an iCalendar file (RFC 5545). `name` is the calendar's display name. */
export function icsFile(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//MentorSetu//Classes//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}
