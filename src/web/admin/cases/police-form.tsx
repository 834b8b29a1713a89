import { policeOutcomes } from '#contract/support/case-types.ts'
import { dateInIndia, timeInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import type { ShownCase } from '../kit/case-labels.server.ts'
import { fullTime } from '../kit/full-time.ts'
import { CaseForm } from './case-forms.tsx'

const outcomeLabels: Record<(typeof policeOutcomes)[number], () => string> = {
  reported: m.police_reported,
  'not-needed': m.police_not_needed,
}

/** Report of a safety case to the police: the record, and the form that writes or replaces it. */
export function PolicePart({ one, mayRecord }: { one: ShownCase; mayRecord: boolean }) {
  const { police } = one
  return (
    <div className="grid gap-4">
      {police ? <PoliceRecord police={police} /> : <p>{m.police_intro()}</p>}
      {mayRecord &&
        (police ? (
          <details className="border-line border-t pt-2">
            <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">
              {m.police_change()}
            </summary>
            <PoliceForm one={one} />
          </details>
        ) : (
          <PoliceForm one={one} />
        ))}
    </div>
  )
}

function PoliceRecord({ police }: { police: NonNullable<ShownCase['police']> }) {
  const { outcome, reportedBy, reportedAt, place, reference, reason, recordedBy, recordedAt } = police
  const facts = [
    [m.police_when(), reportedAt && fullTime(reportedAt)],
    [m.police_by(), reportedBy],
    [m.police_place(), place],
    [m.police_reference(), reference],
    [m.police_reason(), reason],
  ].filter(([, value]) => value)
  return (
    <div className="grid gap-2">
      <p className="font-semibold text-ink">{outcomeLabels[outcome]()}</p>
      <dl className="grid gap-1">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-small">{m.police_recorded({ name: recordedBy ?? '', at: fullTime(recordedAt) })}</p>
    </div>
  )
}

function PoliceForm({ one }: { one: ShownCase }) {
  const { police } = one
  const at = police?.reportedAt ? new Date(police.reportedAt) : null
  return (
    <CaseForm intent="police" one={one}>
      {({ field, busy }) => {
        const chosen = field('outcome', police?.outcome ?? 'reported').defaultValue
        return (
          <>
            <ChoiceGroup legend={m.police_outcome()}>
              {policeOutcomes.map((outcome) => (
                <label key={outcome} className="choice">
                  <input type="radio" name="outcome" value={outcome} defaultChecked={chosen === outcome} />
                  <span>{outcomeLabels[outcome]()}</span>
                </label>
              ))}
            </ChoiceGroup>
            <fieldset className="grid gap-4 in-[:has([value=not-needed]:checked)]:hidden">
              <legend className="sr-only">{m.police_reported()}</legend>
              <TextField label={m.police_by()} maxLength={80} {...field('reportedBy', police?.reportedBy ?? '')} />
              <div className="grid items-start gap-4 sm:grid-cols-2">
                <TextField label={m.dash_date()} type="date" {...field('date', at ? dateInIndia(at) : '')} />
                <TextField label={m.dash_time()} type="time" {...field('time', at ? timeInIndia(at) : '')} />
              </div>
              <TextField label={m.police_place()} maxLength={160} {...field('place', police?.place ?? '')} />
              <TextField label={m.police_reference()} maxLength={80} {...field('reference', police?.reference ?? '')} />
            </fieldset>
            <fieldset className="grid gap-4 in-[:has([value=reported]:checked)]:hidden">
              <legend className="sr-only">{m.police_not_needed()}</legend>
              <TextField label={m.police_reason()} maxLength={600} {...field('reason', police?.reason ?? '')} />
            </fieldset>
            <Button type="submit" loading={busy} className="justify-self-start">
              {m.police_save()}
            </Button>
          </>
        )
      }}
    </CaseForm>
  )
}
