import type { LessonCode } from '#contract/classes/attendance.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { formatTime } from '../../ui/dates.tsx'
import { peopleLine } from '../kit/labels.ts'

/** A visit code with its display labels. */
export type ShownCode = LessonCode & { subjectName: string }

/** Visit codes of today's lessons. The page also loads those of the next days, for use offline. */
export function codesOfToday(codes: readonly ShownCode[], now: number): ShownCode[] {
  const day = dateInIndia(new Date(now))
  return codes.filter(({ startsAt }) => dateInIndia(new Date(startsAt)) === day)
}

/** The visit code of a day with one lesson, its use folded; of several, all are folded. `isInside`: a row of another card. */
export function VisitCodes({ codes, isInside = false }: { codes: readonly ShownCode[]; isInside?: boolean }) {
  if (codes.length === 0) return null
  const isOne = codes.length === 1
  return (
    <section className={isInside ? 'border-line border-t px-4 lg:px-5' : 'card py-0!'} aria-labelledby="visit-codes">
      <details>
        <summary className="text-link min-h-12 py-2">
          <h2 id="visit-codes" className="grow font-sans text-body text-primary! font-semibold!">
            {isOne ? m.code_today_one() : m.code_today()}
            {!isInside &&
              isOne &&
              codes.map(({ lesson, startsAt, subjectName }) => (
                <span key={lesson} className="block font-normal text-muted text-small">
                  {[formatTime(startsAt), subjectName].join(', ')}
                </span>
              ))}
          </h2>
          {isOne && codes.map(({ code }) => <Code key={code} code={code} />)}
        </summary>
        <p className="text-muted text-small">{m.code_today_text()}</p>
        <ul className="mt-2 divide-y divide-line pb-2">
          {codes.map(({ lesson, code, subjectName, student, startsAt, mentorName }) => (
            <li key={lesson} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <div className="min-w-0">
                <p className="font-semibold text-ink">{[formatTime(startsAt), subjectName].join(', ')}</p>
                <p className="text-muted text-small">
                  {student ? peopleLine({ student, mentor: { fullName: mentorName } }) : mentorName}
                </p>
              </div>
              {!isOne && <Code code={code} />}
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

/** Read digit by digit by screen readers. */
function Code({ code }: { code: string }) {
  return (
    <span
      className="amount flex-none text-[22px] text-ink tracking-[0.15em]"
      aria-label={[...code].join(' ')}
      role="img"
    >
      {code}
    </span>
  )
}
