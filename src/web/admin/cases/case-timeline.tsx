import { m } from '#messages'
import type { ShownCase } from '../kit/case-labels.server.ts'

export function CaseTimeline({ moments }: { moments: ShownCase['timeline'] }) {
  return (
    <ol className="divide-y divide-line" aria-label={m.cases_timeline()}>
      {moments.map(({ key, title, text, who, amount, isReported }) => (
        <li key={key} className={`py-3 ${isReported ? 'bg-warn-soft px-3' : ''}`}>
          <p className="flex flex-wrap gap-x-3">
            <b className="text-ink">{title}</b>
            {amount && <span className="font-semibold text-ink tabular-nums">{amount}</span>}
            <span className="text-muted">{who}</span>
          </p>
          {text && <p className="whitespace-pre-line text-small wrap-anywhere">{text}</p>}
        </li>
      ))}
    </ol>
  )
}
