import type { SectionName } from '#contract/application-sections.ts'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { answerRows } from './answer-rows.ts'
import type { Draft, DraftView } from './draft.ts'
import type { Answers } from './form-answers.ts'

type Props = { section: SectionName; part: NonNullable<DraftView['parts'][SectionName]>; draft: Draft }

/** Two wrote the same section: what differs, and which one stays. */
export function ConflictChoice({ section, part, draft }: Props) {
  const there = part.conflict?.answers ?? {}
  const [mine, theirs] = [wordsOf(section, part.answers), wordsOf(section, there)]
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
      <div className="mt-3 flex flex-wrap gap-2">
        <Button onClick={() => draft.settle(section, 'mine')}>{m.apply_conflict_mine()}</Button>
        <Button look="outline" onClick={() => draft.settle(section, 'theirs')}>
          {m.apply_conflict_theirs()}
        </Button>
      </div>
    </section>
  )
}

const wordsOf = (section: SectionName, answers: Answers) =>
  new Map(answerRows(section, answers).map((row) => [row.label, row.file ?? row.lines.join(', ')]))
