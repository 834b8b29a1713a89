import { problemText } from '#contract/mentors/application-problems.ts'
import { m } from '#messages'
import { labelOf } from '../application-labels.ts'
import { currentLocale } from '../locale.ts'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import type { Problem } from './application.server.ts'

/** Problems of the form with links to their fields. */
export function ProblemSummary({ problems, next }: { problems: readonly Problem[]; next: string }) {
  const first = new Map(problems.map((one) => [one.field, one]).reverse() as [string, Problem][]) // pairs
  return (
    <section
      id="problems"
      tabIndex={-1}
      aria-labelledby="problems-title"
      hidden={problems.length === 0}
      className="problems"
    >
      <h2 id="problems-title" className="flex items-center gap-2 text-h3 text-error!">
        <Icon name="circle-exclamation-point" size={24} className="flex-none" />
        {m.apply_errors()}
      </h2>
      <ul className="mt-2">
        {[...first.values()].reverse().map(({ field, problem }) => (
          <li key={field}>
            <a href={`#${field}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
              <span>
                <b className="font-semibold">{labelOf(field)}:</b> {problemText(problem, currentLocale())}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <LocalLink to={next} className="text-link inline-flex min-h-11 items-center">
        {m.apply_later()}
      </LocalLink>
    </section>
  )
}
