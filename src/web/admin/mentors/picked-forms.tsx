import { useState } from 'react'
import { Form, useActionData, useNavigation } from 'react-router'
import { maxMentorsPerLink, mentorLinkDays, verificationLimits } from '#contract/mentors/limits.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { Disclosure } from '../kit/admin-part.tsx'
import type { Given, ListState } from '../kit/list-address.ts'

type Refused = { intent: string; problem: string }
type Props = {
  ids: readonly string[]
  /** What the list is filtered by; null where only ticked ones are meant. */
  filter: Given | null
  total: ListState['total']
  canDecide: boolean
  formKey: string
}

/** What can be done with the ticked mentors, or with all that fit the list's filter. */
export function PickedMentors({ ids, filter, total, canDecide, formKey }: Props) {
  const isScripted = useScripts()
  const refused = useActionData() as Refused | undefined // true: a success leads to another page
  if (!isScripted) return null
  return (
    <>
      <p role="status" className="font-semibold text-warn">
        {ids.length >= maxMentorsPerLink && m.admin_picked_most({ count: maxMentorsPerLink })}
      </p>
      <div className="basis-full divide-y divide-line">
        {canDecide && (
          <Disclosure title={m.admin_bulk()}>
            <ChangeForm ids={ids} filter={filter} total={total} formKey={formKey} refused={refused} />
          </Disclosure>
        )}
        <Disclosure title={m.admin_link_make()}>
          <LinkForm ids={ids} formKey={formKey} refused={refused} />
        </Disclosure>
      </div>
    </>
  )
}

type FormProps = { ids: readonly string[]; formKey: string; refused: Refused | undefined }

function Hidden({ intent, ids, formKey, refused }: FormProps & { intent: string }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="formKey" value={formKey} />
      <input type="hidden" name="mentors" value={ids.join(',')} />
      {refused?.intent === intent && <Notice tone="bad">{refused.problem}</Notice>}
    </>
  )
}

function useBusy(intent: string): boolean {
  const { state, formData } = useNavigation()
  return state !== 'idle' && formData?.get('intent') === intent
}

function ChangeForm({ filter, total, ...props }: FormProps & Pick<Props, 'filter' | 'total'>) {
  const { ids } = props
  const [brief, setBrief] = useState('')
  const busy = useBusy('change')
  const stay = { value: '', label: m.admin_bulk_stay() }
  return (
    <Form method="post" className="grid gap-4 pb-3" preventScrollReset>
      <Hidden intent="change" {...props} />
      {filter ? <Whom ids={ids} filter={filter} total={total} /> : <input type="hidden" name="whom" value="picked" />}
      <div className="grid gap-4 items-end sm:grid-cols-2 xl:grid-cols-5">
        <TextField
          label={m.admin_listing_ranking()}
          name="adminRanking"
          type="number"
          inputMode="numeric"
          {...verificationLimits.ranking}
          placeholder={m.admin_bulk_stay()}
        />
        <SelectField
          label={m.admin_listing_tier()}
          name="tier"
          options={[
            stay,
            { value: 'gold', label: m.admin_listing_gold() },
            { value: 'silver', label: m.admin_listing_silver() },
          ]}
        />
        <SelectField
          label={m.admin_listing_on_site()}
          name="showOnWebsite"
          options={[stay, { value: 'yes', label: m.admin_yes() }, { value: 'no', label: m.admin_no() }]}
        />
        <SelectField
          label={m.admin_listing_brief_visible_short()}
          name="adminBriefVisible"
          options={[stay, { value: 'yes', label: m.admin_yes() }, { value: 'no', label: m.admin_no() }]}
        />
        <SelectField
          label={m.admin_listing_brief_short()}
          name="brief"
          value={brief}
          onChange={(event) => setBrief(event.currentTarget.value)}
          options={[
            stay,
            { value: 'set', label: m.admin_bulk_brief_set() },
            { value: 'clear', label: m.admin_bulk_brief_clear() },
          ]}
        />
      </div>
      {brief === 'set' && (
        <Field label={m.admin_listing_brief()}>
          {(wiring) => (
            <span className="control">
              <textarea {...wiring} name="adminBrief" rows={4} maxLength={verificationLimits.brief} required />
            </span>
          )}
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" loading={busy} disabled={!filter && ids.length === 0}>
          {m.admin_bulk_preview()}
        </Button>
        <span className="text-muted text-small">{m.admin_bulk_preview_text()}</span>
      </div>
    </Form>
  )
}

/** Whether the ticked ones are meant, or all that fit the list's filter. */
function Whom({ ids, filter, total }: Pick<Props, 'ids' | 'total'> & { filter: Given }) {
  const [whom, setWhom] = useState<'picked' | 'all' | null>(null)
  const chosen = whom ?? (ids.length > 0 ? 'picked' : 'all')
  const all =
    typeof total === 'number' ? formatNumber(total) : m.admin_bulk_at_least({ count: formatNumber(total.atLeast) })
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <input type="hidden" name="filter" value={new URLSearchParams(filter).toString()} />
      <legend className="field-label">{m.admin_bulk_whom()}</legend>
      {(['picked', 'all'] as const).map((one) => (
        <label key={one} className="choice">
          <input
            type="radio"
            name="whom"
            value={one}
            checked={chosen === one}
            disabled={one === 'picked' && ids.length === 0}
            onChange={() => setWhom(one)}
          />
          <span>
            {one === 'picked'
              ? m.admin_picked_count({ count: formatNumber(ids.length) })
              : m.admin_bulk_all({ count: all })}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function LinkForm(props: FormProps) {
  const busy = useBusy('link')
  return (
    <Form method="post" className="grid gap-3 pb-3" preventScrollReset>
      <Hidden intent="link" {...props} />
      <p className="max-w-prose text-muted text-small">{m.admin_link_text()}</p>
      <div className="grid items-end gap-3 sm:flex">
        <TextField label={m.admin_link_name()} name="name" maxLength={80} required autoComplete="off" />
        <SelectField
          label={m.admin_link_days()}
          name="days"
          defaultValue={String(mentorLinkDays.default)}
          options={[
            ...mentorLinkDays.offered.map((days) => ({
              value: String(days),
              label:
                days === mentorLinkDays.default
                  ? m.admin_link_days_usual({ count: days })
                  : m.admin_link_days_one({ count: days }),
            })),
            { value: 'none', label: m.admin_link_days_none() },
          ]}
        />
        <Button type="submit" loading={busy} disabled={props.ids.length === 0}>
          {m.admin_link_do({ count: formatNumber(props.ids.length) })}
        </Button>
      </div>
    </Form>
  )
}
