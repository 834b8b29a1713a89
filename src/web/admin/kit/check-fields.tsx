import { endingChecks } from '#contract/mentors/check-evidence.ts'
import type { CheckKind } from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { type Option, SelectField, TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import type { FormFields } from './admin-form.tsx'
import { ChoiceChips } from './choice-chips.tsx'

/** Evidence of a check: codes and dates in the format of the fields. */
export type CheckChoices = {
  method: string
  basis: string
  degree: string
  degreeYear: string
  issuedOn: string
  validUntil: string
}
export type CheckOptions = {
  kind: CheckKind
  bases: readonly Option[]
  methods: readonly Option[]
  /** Degrees of the mentor, for the degree check only. */
  degrees: readonly Option[]
  /** Files uploaded for this check, with links. */
  documents: readonly { to: string; name: string }[]
  /** What the mentor stated in the application. */
  facts: readonly { label: string; value: string }[]
}

type Props = {
  check: CheckOptions
  initial: CheckChoices
  /** Prefix of the field names when one form has several checks. */
  prefix?: string
  canOpen: boolean
} & Pick<FormFields, 'field'>

/** The documents of a check beside the facts, and the choices that form the sentence families read. */
export function CheckFields({ check, initial, prefix = '', canOpen, field }: Props) {
  const { kind, bases, methods, degrees } = check
  const at = (name: keyof CheckChoices) => field(`${prefix}${name}`, initial[name])
  return (
    <>
      <CheckDocuments check={check} canOpen={canOpen} />
      <ChoiceChips
        label={m.admin_check_basis()}
        options={prefix ? [{ value: '', label: m.admin_check_not() }, ...bases] : bases}
        {...at('basis')}
      />
      <div className="check-more grid gap-3">
        <ChoiceChips label={m.admin_check_method()} options={methods} {...at('method')} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {kind === 'qualification' && (
            <>
              <SelectField
                label={m.admin_check_degree()}
                options={degrees}
                empty={m.admin_check_method_choose()}
                {...at('degree')}
              />
              <TextField label={m.admin_check_degree_year()} inputMode="numeric" maxLength={4} {...at('degreeYear')} />
            </>
          )}
          {kind === 'police' && <TextField label={m.admin_check_issued()} type="date" {...at('issuedOn')} />}
          {endingChecks.includes(kind) && prefix && (
            <TextField label={m.admin_check_until_needed()} type="date" {...at('validUntil')} />
          )}
        </div>
      </div>
    </>
  )
}

function CheckDocuments({ check: { kind, documents, facts }, canOpen }: { check: CheckOptions; canOpen: boolean }) {
  if (kind === 'interview' || kind === 'training') return null
  // An e-KYC file leaves facts only.
  const showsDocuments = documents.length > 0 || kind !== 'identity' || facts.length === 0
  return (
    <div className={`grid gap-3 ${documents.length > 0 && facts.length > 0 ? 'sm:grid-cols-2' : ''}`}>
      {facts.length > 0 && (
        <div>
          <p className="field-label">{kind === 'identity' ? m.admin_e_kyc() : m.admin_check_facts()}</p>
          <dl className={`admin-facts ${documents.length > 0 ? '' : 'sm:grid-cols-[200px_minmax(0,1fr)]!'}`}>
            {facts.map(({ label, value }) => (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
      {showsDocuments && (
        <div>
          <p className="field-label">{m.admin_check_documents()}</p>
          {documents.length === 0 && <p className="text-small text-muted">{m.admin_check_no_documents()}</p>}
          <ul>
            {documents.map(({ to, name }) => (
              <li key={to}>
                {canOpen ? (
                  <LocalLink
                    to={to}
                    target="_blank"
                    className="text-link inline-flex min-h-11 items-center gap-2"
                    aria-label={m.admin_for({ action: m.admin_doc_open(), name })}
                  >
                    <Icon name="file-text" size={20} className="flex-none" />
                    {name}
                  </LocalLink>
                ) : (
                  <span className="inline-flex min-h-11 items-center">{name}</span>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
