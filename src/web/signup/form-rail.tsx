import { type SectionName, sectionNames } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { sectionTitles } from '../application-labels.ts'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { type FormContext, isUntouched, progressOf } from './form-context.ts'
import { checkPath, documentsForm, publicForm, sectionPath } from './form-flow.ts'

type Props = { context: FormContext; section: SectionName | null; change: boolean }

/** Sections with their progress, beside the form on wide screens. */
export function FormRail({ context, section, change }: Props) {
  const groups = change
    ? [
        { title: m.apply_public_form(), of: publicForm },
        { title: m.apply_second_form(), of: documentsForm },
      ]
    : [{ title: null, of: sectionNames }]
  return (
    <nav aria-label={m.apply_steps()} className="form-rail">
      {groups.map(({ title, of }) => (
        <div key={of[0]}>
          {title && <p className="mb-1 font-semibold text-ink">{title}</p>}
          <ol>
            {of.map((one) => (
              <li key={one}>
                <LocalLink
                  to={sectionPath(one)}
                  aria-current={one === section ? 'step' : undefined}
                  className="rail-link"
                >
                  <Mark state={progressOf(context, one)} number={sectionNames.indexOf(one) + 1} change={change} />
                  {sectionTitles[one]()}
                </LocalLink>
              </li>
            ))}
          </ol>
        </div>
      ))}
      <LocalLink to={checkPath} aria-current={section === null ? 'step' : undefined} className="rail-link">
        <span className="rail-mark">
          <Icon name="clipboard-check" size={20} />
        </span>
        {isUntouched(context) ? m.apply_check_empty_title() : m.apply_check()}
      </LocalLink>
    </nav>
  )
}

function Mark({ state, number, change }: { state: 'done' | 'open' | 'none'; number: number; change: boolean }) {
  if (state === 'done')
    return (
      <span className="rail-mark" data-state="done">
        <Icon name="check" size={18} label={m.apply_state_done()} />
      </span>
    )
  if (state === 'open')
    return (
      <span className="rail-mark" data-state="open">
        <Icon name="circle-exclamation-point" size={18} label={m.apply_state_open()} />
      </span>
    )
  return <span className="rail-mark">{change ? '' : number}</span>
}
