import type { LessonCode } from '#contract/classes/attendance.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { formatTime } from '../../ui/dates.tsx'
import { peopleLine } from '../kit/labels.ts'

/** A visit code with its display labels. */
export type ShownCode = LessonCode & { subjectName: string }

/** Visit codes of today's lessons. The page also loads those of the next days, for use offline. */
export function VisitCodes({ codes, now }: { codes: readonly ShownCode[]; now: number }) {
  const day = dateInIndia(new Date(now))
  const today = codes.filter(({ startsAt }) => dateInIndia(new Date(startsAt)) === day)
  if (today.length === 0) return null
  return (
    <section className="card" aria-labelledby="visit-codes">
      <h2 id="visit-codes" className="text-h3">
        {m.code_today()}
      </h2>
      <p className="text-muted text-small">{m.code_today_text()}</p>
      <ul className="mt-2 divide-y divide-line">
        {today.map(({ lesson, code, subjectName, student, startsAt, mentorName }) => (
          <li key={lesson} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <div className="min-w-0">
              <p className="font-semibold text-ink">{[formatTime(startsAt), subjectName].join(', ')}</p>
              <p className="text-muted text-small">
                {student ? peopleLine({ student, mentor: { fullName: mentorName } }) : mentorName}
              </p>
            </div>
            {/* Read digit by digit by screen readers. */}
            <p className="amount text-[28px] tracking-[0.2em]" aria-label={[...code].join(' ')} role="img">
              {code}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
