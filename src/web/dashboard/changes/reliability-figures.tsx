import type { ReliabilityKind } from '#contract/mentors/limits.ts'
import type { ReliabilityReport } from '#contract/mentors/reliability.ts'
import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { formatDay } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'

const names: Record<ReliabilityKind, () => string> = {
  cancelled: m.rely_cancelled,
  missed: m.rely_missed,
  late: m.rely_late,
  unanswered: m.rely_unanswered,
}

type Props = {
  standing: ReliabilityReport
  /** What is counted. */
  lead: (input: { days: number }) => string
  /** The measures as a card of their own. */
  isCard?: boolean
}

/** Reliability measures with their limits, and when they reset. */
export function ReliabilityFigures({ standing, lead, isCard }: Props) {
  const { days, classes, classesLeast, counts, downSince, measures, history } = standing
  const back = downSince === null ? history[0] : undefined
  return (
    <>
      {downSince && <p className="font-semibold text-error">{m.rely_down_since({ date: formatDay(downSince) })}</p>}
      {back && !back.isDown && <p className="text-tick">{m.rely_back({ date: formatDay(back.at) })}</p>}
      <p className={`mb-3 text-muted ${isCard ? 'text-small' : 'mt-2'}`}>
        {counts ? lead({ days }) : m.rely_not_yet({ days, classes, least: classesLeast })}{' '}
        <LocalLink to="/terms-and-conditions" className="text-link -my-2.5 inline-block py-2.5">
          {m.rely_rules()}
        </LocalLink>
      </p>
      <ul className={`divide-y divide-line ${isCard ? 'card py-1!' : 'border-line border-y'}`}>
        {measures.map((one) => (
          <Measure key={one.kind} one={one} />
        ))}
      </ul>
    </>
  )
}

function Measure({ one: { kind, count, of, percent, isOver, items } }: { one: ReliabilityReport['measures'][number] }) {
  const oldest = items.at(-1)
  const rate = of > 0 ? `${Number(((count * 100) / of).toFixed(1))}%` : null
  return (
    <li className="py-2">
      <p className="flex items-baseline justify-between gap-x-4">
        <span>{names[kind]()}</span>
        <b className="flex-none text-ink tabular-nums">{rate ?? m.rely_none()}</b>
      </p>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-muted text-small">
        {rate ? m.rely_of({ count, of, percent }) : m.rely_limit({ percent })}
        {isOver && <Badge kind="failed">{m.rely_over()}</Badge>}
      </p>
      {oldest && (
        <details>
          <summary className="text-link min-h-11 text-small">{m.rely_what({ date: formatDay(oldest.until) })}</summary>
          <ul className="text-small">
            {items.map(({ at, until }) => (
              <li key={`${at}${until}`}>{m.rely_item({ date: formatDay(at), until: formatDay(until) })}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
