import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { ConductPrompt } from './settings/conduct-prompt.tsx'
import type { Props, SetupStep } from './setup-list.tsx'

/** The first step with its button, the others as rows, and the code of conduct. */
export function SetupCard({ steps, conduct, look }: Props) {
  const [first, ...rest] = steps
  return (
    <section aria-labelledby="setup">
      <h2 id="setup" className="mb-3 text-section">
        {m.setup_title()}
      </h2>
      <div className="card divide-y divide-line p-0!">
        {first && (
          <div className="grid gap-3 p-4 lg:p-5">
            <StepText Name={Name} step={first} />
            <ButtonLink to={first.to} look={look} wide>
              {first.action}
            </ButtonLink>
          </div>
        )}
        {rest.map((step) => (
          <LocalLink key={step.to} to={step.to} className="flex items-center gap-3 px-4 py-3 hover:bg-sunk lg:px-5">
            <StepText Name={Name} step={step} />
            <Icon name="chevron-right" size={20} className="ml-auto flex-none text-muted" />
          </LocalLink>
        ))}
        {conduct && (
          <div className="grid gap-2 p-4 lg:p-5">
            <StepText Name={Name} step={{ icon: 'shield-check', title: m.conduct_prompt(), text: m.conduct_text() }} />
            <ConductPrompt text={conduct} look={first ? 'outline' : look} />
          </div>
        )}
      </div>
    </section>
  )
}

type TextProps = { Name: 'h2' | 'h3'; step: Pick<SetupStep, 'icon' | 'title' | 'text'> }

function StepText({ Name, step: { icon, title, text } }: TextProps) {
  return (
    <div className="flex min-w-0 gap-3">
      <span
        className="grid size-11 flex-none place-items-center rounded-cell bg-warn-soft text-warn"
        aria-hidden="true"
      >
        <Icon name={icon} size={24} />
      </span>
      <div className="min-w-0">
        <Name className="text-h3">{title}</Name>
        <p className="text-muted text-small">{text}</p>
      </div>
    </div>
  )
}
