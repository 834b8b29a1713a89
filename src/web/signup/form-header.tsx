import type { SectionName } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { LanguageLink } from '../shell/language-link.tsx'
import { Logo } from '../shell/logo.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { type FormContext, progressOf } from './form-context.ts'
import { isEditing, sectionsAround } from './form-flow.ts'
import { SaveStatus } from './save-status.tsx'

/** Back link, title and save state; on small screens also the progress. */
export function FormHeader({ context, section }: { context: FormContext; section: SectionName | null }) {
  const change = isEditing(context.state)
  const title = change ? m.apply_edit_title() : m.signup_title()
  const walk = sectionsAround(section ?? 'details', change)
  return (
    <header className="form-header">
      <div className="page-width flex h-14 items-center gap-1 lg:h-[72px] lg:gap-4">
        <LocalLink
          to={change ? '/dashboard/mentor' : '/signup'}
          aria-label={change ? m.apply_to_dashboard() : m.apply_welcome()}
          className="target -ml-3 grid place-items-center text-ink"
        >
          <Icon name="chevron-left" size={28} />
        </LocalLink>
        <LocalLink to="/" aria-label={m.brand_name()} className="-my-2 hidden py-2 lg:block">
          <Logo />
        </LocalLink>
        <p className="font-semibold text-[16px] text-ink leading-[22px] sm:text-[18px] lg:ml-4">{title}</p>
        <span className="grow" />
        <SaveStatus view={context.view} />
        <LanguageLink className="nav-link max-lg:-mr-3 flex-none max-lg:px-3" />
      </div>
      <ol className="form-segments page-width" aria-hidden="true">
        {walk.map((one) => (
          <li key={one} data-state={one === section ? 'here' : progressOf(context, one)} />
        ))}
      </ol>
    </header>
  )
}
