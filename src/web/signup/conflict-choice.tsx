import type { ReactNode } from 'react'
import type { SectionName } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { answerRows } from './answer-rows.ts'
import type { LoadedForm } from './application.server.ts'
import type { Answers } from './form-answers.ts'

/** `children`: the buttons that pick a version. */
type Props = {
  section: SectionName
  mine: Answers
  theirs: Answers
  cities: LoadedForm['cities']
  children: ReactNode
}

/** Differences between two versions of a section, and the choice between them. */
export function ConflictChoice({ section, mine, theirs, cities, children }: Props) {
  const myTexts = textsOf(section, mine, cities)
  const theirTexts = textsOf(section, theirs, cities)
  const labels = [...new Set([...myTexts.keys(), ...theirTexts.keys()])]
  const different = labels.filter((one) => myTexts.get(one) !== theirTexts.get(one))
  return (
    <section className="rounded-cell bg-warn-soft p-4" role="alert" aria-labelledby="conflict">
      <h2 id="conflict" className="font-semibold text-warn">
        {m.apply_conflict()}
      </h2>
      <dl className="mt-2 grid gap-2">
        {different.slice(0, 6).map((label) => (
          <div key={label} className="min-w-0 break-words">
            <dt className="font-semibold text-ink">{label}</dt>
            <dd className="line-clamp-3">
              {m.apply_conflict_here()}: {myTexts.get(label) || m.apply_not_given()}
            </dd>
            <dd className="line-clamp-3">
              {m.apply_conflict_there()}: {theirTexts.get(label) || m.apply_not_given()}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </section>
  )
}

const textsOf = (section: SectionName, answers: Answers, cities: LoadedForm['cities']) =>
  new Map(answerRows(section, answers, cities).map((row) => [row.label, row.file ?? row.lines.join(', ')]))
