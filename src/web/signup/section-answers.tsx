import { problemText } from '#contract/mentors/application-problems.ts'
import type { SectionName } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { labelOf, sectionTitles } from '../application-labels.ts'
import { currentLocale } from '../locale.ts'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Photo } from '../ui/photo.tsx'
import { answerRows } from './answer-rows.ts'
import type { LoadedForm, Problem } from './application.server.ts'
import type { DraftView } from './draft.ts'
import { textAt } from './form-answers.ts'
import { sectionPath } from './form-flow.ts'

type Props = {
  section: SectionName
  part: DraftView['parts'][SectionName]
  problems: readonly Problem[]
  cities: LoadedForm['cities']
}

/** Answers of a section with a link to change them. */
export function SectionAnswers({ section, part, problems, cities }: Props) {
  const title = sectionTitles[section]()
  const path = `${sectionPath(section)}?change=1`
  const problemAt = (field: string) => problems.find((one) => one.field === field)?.problem
  const rows = part ? answerRows(section, part.answers, cities) : []
  // Problems without a row.
  const others = part ? problems.filter(({ field }) => !rows.some((row) => row.field === field)) : []
  return (
    <section className="card" aria-labelledby={`answers-${section}`}>
      <div className="flex items-start justify-between gap-3">
        <h2 id={`answers-${section}`} className="text-h3">
          {title}
          {!part && <span className="block font-normal font-sans text-muted text-small">{m.apply_state_none()}</span>}
        </h2>
        <LocalLink to={path} className="text-link target -mt-2.5 inline-flex flex-none items-center justify-end">
          {part ? m.apply_change() : m.apply_start()} <span className="sr-only">{title}</span>
        </LocalLink>
      </div>
      {part && (
        <dl className="answers">
          {rows.map(({ field, label, lines, file }) => {
            const problem = problemAt(field)
            return (
              <div key={`${field} ${label}`}>
                <dt>{label}</dt>
                <dd>
                  {field === 'profilePhoto' && file ? (
                    <Photo src={file} name={textAt(part.answers, 'fullName')} width={64} />
                  ) : (
                    lines.map((line) => (
                      <p key={line} className="whitespace-pre-line">
                        {line}
                      </p>
                    ))
                  )}
                  {lines.length === 0 && !problem && <p className="text-muted">{m.apply_not_given()}</p>}
                  {problem && <FieldProblem text={problemText(problem, currentLocale())} />}
                </dd>
              </div>
            )
          })}
          {others.map(({ field, problem }) => (
            <div key={field}>
              <dt>{labelOf(field)}</dt>
              <dd>
                <FieldProblem text={problemText(problem, currentLocale())} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {part?.conflict && <FieldProblem text={m.apply_conflict()} />}
    </section>
  )
}

const FieldProblem = ({ text }: { text: string }) => (
  <p className="field-error">
    <Icon name="circle-exclamation-point" size={18} />
    {text}
  </p>
)
