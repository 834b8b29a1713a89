import { clockMinutes } from '#contract/wire/limits.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatClock, formatDate, instantOf } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { LocalLink } from '../../ui/link.tsx'
import { codeWords } from '../kit/attendance-words.ts'
import type { KeptAttendance } from '../kit/kept-attendance.ts'
import { daysText } from '../kit/words.ts'

type Props = {
  kept: readonly KeptAttendance[]
  attendTo: (lessonId: string) => string
  onAgain: (one: KeptAttendance) => void
  onDrop: (one: KeptAttendance) => void
}

const states: Record<KeptAttendance['state'], { icon: IconName; word: () => string; look: string }> = {
  saved: { icon: 'cloud-off', word: m.attend_saved, look: 'bg-warn-soft text-warn' },
  sent: { icon: 'cloud-check', word: m.attend_sent, look: 'bg-tick-soft text-tick' },
  refused: { icon: 'circle-x', word: m.attend_refused, look: 'bg-error-soft text-error' },
}

/** Attendance saved on this device with its upload status. */
export function KeptList({ kept, ...rest }: Props) {
  if (kept.length === 0) return null
  return (
    <section aria-labelledby="kept" className="mb-6">
      <h2 id="kept" className="mb-3 text-h3">
        {m.attend_kept()}
      </h2>
      <ul className="grid gap-3" aria-live="polite">
        {kept.map((one) => (
          <KeptRow key={one.lesson} one={one} {...rest} />
        ))}
      </ul>
    </section>
  )
}

function KeptRow({ one, attendTo, onAgain, onDrop }: { one: KeptAttendance } & Omit<Props, 'kept'>) {
  const { body, student, state, why, record } = one
  const { icon, word, look } = states[state]
  const off = record?.clockOff ?? 0
  return (
    <li className="card">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold text-ink">{student}</p>
          <p className="text-muted text-small">
            {m.dash_date_times({
              date: formatDate(instantOf(body.date)),
              from: formatClock(body.timeIn),
              to: formatClock(body.timeOut),
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
            <LocalLink to={attendTo(one.lesson)} preventScrollReset className="btn btn-outline">
              {m.attend_correct()}
            </LocalLink>
            <Button look="outline" onClick={() => onAgain(one)}>
              {m.attend_send_again()}
            </Button>
            <Button look="plain" onClick={() => onDrop(one)}>
              {m.attend_drop()}
            </Button>
          </div>
        </>
      )}
      {state === 'sent' && record && codeWords(record) && <p className="mt-2 text-small">{codeWords(record)}</p>}
      {state === 'sent' && Math.abs(off) >= clockMinutes && (
        <p className="mt-2 text-small text-warn">
          {(off > 0 ? m.attend_clock_ahead : m.attend_clock_behind)({ time: lengthText(Math.abs(off)) })}
        </p>
      )}
    </li>
  )
}

const lengthText = (minutes: number) => (minutes < 1440 ? minutesText(minutes) : daysText(Math.round(minutes / 1440)))
