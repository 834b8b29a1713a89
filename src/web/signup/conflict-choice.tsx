import type { ReactNode } from 'react'
import type { SectionName } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { answerRows } from './answer-rows.ts'
import type { LoadedForm } from './application.server.ts'
import type { Answers } from './form-answers.ts'

/** `children`: the buttons that pick a version. */
type Props = {
  section: SectionName
  here: Answers
  there: Answers
  cities: LoadedForm['cities']
  children: ReactNode
}

/** Differences between two versions of a section, and the choice between them. */
export function ConflictChoice({ section, here, there, cities, children }: Props) {
  const [mine, theirs] = [wordsOf(section, here, cities), wordsOf(section, there, cities)]
  const different = [...new Set([...mine.keys(), ...theirs.keys()])].filter((one) => mine.get(one) !== theirs.get(one))
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
              {m.apply_conflict_here()}: {mine.get(label) || m.apply_not_given()}
            </dd>
            <dd className="line-clamp-3">
              {m.apply_conflict_there()}: {theirs.get(label) || m.apply_not_given()}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </section>
  )
}

const wordsOf = (section: SectionName, answers: Answers, cities: LoadedForm['cities']) =>
  new Map(answerRows(section, answers, cities).map((row) => [row.label, row.file ?? row.lines.join(', ')]))
