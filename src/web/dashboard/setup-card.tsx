import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { ConductPrompt } from './settings/conduct-prompt.tsx'
import type { Props, SetupStep } from './setup-list.tsx'

/** The first step with its button, the others as rows, and the code of conduct. */
export function SetupCard({ steps, conduct, look, isTitle }: Props) {
  const [first, ...rest] = steps
  const Title = isTitle ? 'h1' : 'h2'
  const level = isTitle ? 'h2' : 'h3'
  return (
    <section aria-labelledby="setup">
      <Title id="setup" className={`mb-3 ${isTitle ? 'text-h1' : 'text-section'}`}>
        {m.setup_title()}
      </Title>
      <div className="card divide-y divide-line p-0!">
        {first && (
          <div className="grid gap-3 p-4 lg:p-5">
            <StepText step={first} isFirst level={level} />
            <ButtonLink to={first.to} look={look} wide>
              {first.action}
            </ButtonLink>
          </div>
        )}
        {rest.map((step) => (
          <LocalLink key={step.to} to={step.to} className="flex items-center gap-3 px-4 py-3 hover:bg-sunk lg:px-5">
            <StepText step={step} level={level} />
            <Icon name="chevron-right" size={20} className="ml-auto flex-none text-muted" />
          </LocalLink>
        ))}
        {conduct && (
          <div className="grid gap-2 p-4 lg:p-5">
            <StepText
              step={{ icon: 'shield-check', title: m.conduct_title(), text: m.conduct_text() }}
              isFirst={!first}
              level={level}
            />
            <ConductPrompt text={conduct} look={first ? 'outline' : look} />
          </div>
        )}
      </div>
    </section>
  )
}

type TextProps = { step: Pick<SetupStep, 'icon' | 'title' | 'text'>; isFirst?: boolean; level: 'h2' | 'h3' }

function StepText({ step: { icon, title, text }, isFirst, level: Title }: TextProps) {
  return (
    <div className="flex min-w-0 gap-3">
      <span
        className={`grid size-11 flex-none place-items-center rounded-cell ${isFirst ? 'bg-warn-soft text-warn' : 'bg-sunk text-muted'}`}
        aria-hidden="true"
      >
        <Icon name={icon} size={24} />
      </span>
      <div className="min-w-0">
        <Title className={isFirst ? 'text-h3' : 'font-sans font-semibold text-body'}>{title}</Title>
        <p className="text-muted text-small">{text}</p>
      </div>
    </div>
  )
}
