import { clockSkewMinutes } from '#contract/classes/limits.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatClock, formatDate, instantOf, timeRange } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { LocalLink } from '../../ui/link.tsx'
import { wholeDays } from '../../whole-times.ts'
import type { StoredAttendance } from '../kit/attendance-store.ts'
import { codeText } from '../kit/attendance-text.ts'

type Props = {
  stored: readonly StoredAttendance[]
  attendTo: (lessonId: string) => string
  onAgain: (entry: StoredAttendance) => void
  onDrop: (entry: StoredAttendance) => void
}

const states: Record<StoredAttendance['state'], { icon: IconName; word: () => string; look: string }> = {
  saved: { icon: 'cloud-off', word: m.attend_saved, look: 'bg-warn-soft text-warn' },
  sent: { icon: 'cloud-check', word: m.attend_sent, look: 'bg-tick-soft text-tick' },
  refused: { icon: 'circle-x', word: m.attend_refused, look: 'bg-error-soft text-error' },
}

/** Attendance saved on this device with its upload status. */
export function StoredAttendanceList({ stored, ...rest }: Props) {
  if (stored.length === 0) return null
  return (
    <section aria-labelledby="kept" className="mb-6">
      <h2 id="kept" className="mb-3 text-section">
        {m.attend_kept()}
      </h2>
      <ul className="grid gap-3" aria-live="polite">
        {stored.map((entry) => (
          <StoredAttendanceRow key={entry.lesson} one={entry} {...rest} />
        ))}
      </ul>
    </section>
  )
}

function StoredAttendanceRow({
  one: entry,
  attendTo,
  onAgain,
  onDrop,
}: { one: StoredAttendance } & Omit<Props, 'stored'>) {
  const { body, student, state, why, record } = entry
  const { icon, word, look } = states[state]
  const clockOffset = record?.clockOff ?? 0
  return (
    <li className="card">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold text-ink">{student}</p>
          <p className="text-muted text-small">
            {m.dash_date_times({
              date: formatDate(instantOf(body.date)),
              ...timeRange(formatClock(body.timeIn), formatClock(body.timeOut)),
            })}
          </p>
        </div>
        <span className={`badge ${look}`}>
          <Icon name={icon} size={16} />
          {word()}
        </span>
      </div>
      {state === 'saved' && <p className="mt-2 text-small">{m.attend_saved_text()}</p>}
      {state === 'refused' && (
        <>
          <p className="wrap-anywhere mt-2 text-error" role="alert">
            {why}
          </p>
          <p className="mt-1 text-muted text-small">{m.attend_refused_text()}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <LocalLink to={attendTo(entry.lesson)} preventScrollReset className="btn btn-outline">
              {m.attend_correct()}
            </LocalLink>
            <Button look="outline" onClick={() => onAgain(entry)}>
              {m.attend_send_again()}
            </Button>
            <Button look="plain" onClick={() => onDrop(entry)}>
              {m.attend_drop()}
            </Button>
          </div>
        </>
      )}
      {state === 'sent' && record && codeText(record) && <p className="mt-2 text-small">{codeText(record)}</p>}
      {state === 'sent' && Math.abs(clockOffset) >= clockSkewMinutes && (
        <p className="mt-2 text-small text-warn">
          {(clockOffset > 0 ? m.attend_clock_ahead : m.attend_clock_behind)({
            time: lengthText(Math.abs(clockOffset)),
          })}
        </p>
      )}
    </li>
  )
}

const lengthText = (minutes: number) => (minutes < 1440 ? minutesText(minutes) : wholeDays(Math.round(minutes / 1440)))
