import { type ComponentType, type FormEvent, type RefObject, useEffect, useId } from 'react'
import { useLocation } from 'react-router'
import { problemText } from '#contract/mentors/application-problems.ts'
import type { SectionName } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import type { LoginResult } from '../accounts/log-in.server.ts'
import { sectionDescriptions, sectionTitles } from '../application-labels.ts'
import { currentLocale } from '../locale.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/error-state.tsx'
import { Icon } from '../ui/icon.tsx'
import type { FormResult, Problem } from './application.server.ts'
import { AvailabilityFields } from './availability-fields.tsx'
import { ConfirmLink } from './confirm-link.tsx'
import { ConflictChoice } from './conflict-choice.tsx'
import { DetailFields } from './detail-fields.tsx'
import { EducationFields } from './education-fields.tsx'
import type { AreaBoxProps, FieldsProps } from './field-binding.ts'
import { textAt } from './form-answers.ts'
import type { FormContext } from './form-context.ts'
import { isEditing, sectionsAround } from './form-flow.ts'
import { LocationFields } from './location-fields.tsx'
import { ModeFields } from './mode-fields.tsx'
import { NotSaved } from './not-saved.tsx'
import { PersonalFields } from './personal-fields.tsx'
import { PhoneField } from './phone-field.tsx'
import { PreferenceFields } from './preference-fields.tsx'
import { ProblemSummary } from './problem-summary.tsx'
import { RecheckNote } from './recheck-note.tsx'

const fields: Record<SectionName, ComponentType<FieldsProps>> = {
  personal: PersonalFields,
  education: EducationFields,
  location: LocationFields,
  modes: ModeFields,
  preferences: PreferenceFields,
  availability: AvailabilityFields,
  details: DetailFields,
}

/** Sections whose note at the files asks for the number. */
const hasFiles: readonly SectionName[] = ['personal', 'education', 'details']

type Props = {
  context: FormContext
  section: SectionName
  plain: FormResult | undefined
  login: LoginResult | undefined
  problems: readonly Problem[]
  isBusy: boolean
  next: string
  back: string
  formRef: RefObject<HTMLFormElement | null>
  onChange: () => void
  onSubmit: (event: FormEvent) => void
  AreaBox: ComponentType<AreaBoxProps>
}

/** Heading, fields and buttons of a section. One form per section, so that it works without scripts. */
export function SectionForm(props: Props) {
  const { context, section, plain, login, problems, isBusy, next, back, formRef, onChange, onSubmit, AreaBox } = props
  const { state, view } = context
  const { pathname, search } = useLocation()
  const part = view.parts[section]
  const answers = plain?.answers ?? part?.answers ?? {}
  const walk = sectionsAround(section, isEditing(state))
  const Fields = fields[section]
  const error = (path: string) => {
    const found = problems.find((one) => one.field === path)
    return found && problemText(found.problem, currentLocale())
  }
  const form = useId()
  // Focus the problems of a form that was submitted before hydration.
  useEffect(() => {
    if (plain) document.getElementById('problems')?.focus()
  }, [plain])
  return (
    <main className="form-page">
      <div>
        <p className="text-muted">{m.apply_step({ step: walk.indexOf(section) + 1, count: walk.length })}</p>
        <h1 className="text-h1">{sectionTitles[section]()}</h1>
        <p className="mt-1 max-w-prose text-muted">{sectionDescriptions[section]()}</p>
      </div>
      {state?.status === 'rejected' && state.rejection && (
        <Notice>
          <p>{m.apply_rejected()}</p>
          <p className="whitespace-pre-line font-normal text-text">{state.rejection}</p>
        </Notice>
      )}
      {plain?.message && <Notice tone="bad">{plain.message}</Notice>}
      <NotSaved view={view} />
      {state === null && !hasFiles.includes(section) && Object.keys(view.parts).length > 0 && (
        <Notice icon={<Icon name="smartphone" size={22} className="flex-none" />}>
          <span className="kept-here">{m.apply_local_short()}</span> <ConfirmLink />
        </Notice>
      )}
      {plain?.conflict ? (
        <ConflictChoice section={section} mine={plain.answers} theirs={plain.conflict.answers} cities={context.cities}>
          <Button type="submit" form={form} name="keep" value={plain.conflict.revision}>
            {m.apply_conflict_mine()}
          </Button>
          <ButtonLink look="outline" href={pathname + search}>
            {m.apply_conflict_theirs()}
          </ButtonLink>
        </ConflictChoice>
      ) : (
        part?.conflict && (
          <ConflictChoice section={section} mine={part.answers} theirs={part.conflict.answers} cities={context.cities}>
            <Button onClick={() => context.draft.resolveConflict(section, 'mine')}>{m.apply_conflict_mine()}</Button>
            <Button look="outline" onClick={() => context.draft.resolveConflict(section, 'theirs')}>
              {m.apply_conflict_theirs()}
            </Button>
          </ConflictChoice>
        )
      )}
      <ProblemSummary problems={problems} next={next} />
      {section === 'personal' && <PhoneField phone={state?.phone ?? null} login={login} error={error('phone')} />}
      <form
        ref={formRef}
        id={form}
        method="post"
        noValidate
        onChange={onChange}
        onSubmit={onSubmit}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        <input type="hidden" name="revision" value={plain?.revision ?? part?.revision ?? 0} />
        <Fields
          key={view.fieldsVersion}
          bind={(path) => ({ id: path, name: path, defaultValue: textAt(answers, path), error: error(path) })}
          answers={answers}
          error={error}
          changed={onChange}
          uploading={context.draft.setUpload}
          isProven={state !== null}
          documentConsent={context.documentConsent}
          documentDays={context.documentDays}
          agreed={context.agreed}
          eKyc={state?.passed.includes('identity') ? null : context.eKyc}
          eKycCheckedAt={state?.eKycCheckedAt ?? null}
          cities={context.cities}
          hasMap={context.hasMap}
          AreaBox={AreaBox}
        />
        <RecheckNote state={state} section={section} answers={part?.answers} />
      </form>
      <div className="form-actions">
        <ButtonLink to={back} look="outline">
          {m.apply_back()}
        </ButtonLink>
        <Button
          type="submit"
          form={form}
          loading={isBusy}
          // The number comes first.
          look={state === null && section === 'personal' ? 'outline' : 'filled'}
          className="max-lg:grow lg:ml-auto lg:min-w-[200px]"
        >
          {next.endsWith('/check') ? m.apply_next_changes() : m.apply_next()}
        </Button>
      </div>
    </main>
  )
}
