import { maxMentorsPerLink, mentorLinkDays, verificationLimits } from '#contract/mentors/limits.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { Disclosure } from '../kit/admin-part.tsx'
import type { ListQuery, ListState } from '../kit/list-address.ts'
import { PageForm } from '../kit/page-form.tsx'

type Props = {
  ids: readonly string[]
  /** Filter of the list; null if only selected mentors can be edited. */
  filter: ListQuery | null
  total: ListState['total']
  canDecide: boolean
  formKey: string
}

/** Actions on the selected mentors, or on all that match the filter. */
export function SelectionForms(props: Props) {
  const isScripted = useScripts()
  if (!isScripted) return null
  return (
    <>
      <p role="status" className="font-semibold text-warn">
        {props.ids.length >= maxMentorsPerLink && m.admin_picked_most({ count: maxMentorsPerLink })}
      </p>
      <div className="basis-full divide-y divide-line">
        {props.canDecide && (
          <Disclosure title={m.admin_bulk()}>
            <BulkEditForm {...props} />
          </Disclosure>
        )}
        <Disclosure title={m.admin_link_make()}>
          <LinkForm {...props} />
        </Disclosure>
      </div>
    </>
  )
}

const Selection = ({ ids, formKey }: Pick<Props, 'ids' | 'formKey'>) => (
  <>
    <input type="hidden" name="key" value={formKey} />
    <input type="hidden" name="mentors" value={ids.join(',')} />
  </>
)

function BulkEditForm({ ids, filter, total, formKey }: Props) {
  const all =
    typeof total === 'number' ? formatNumber(total) : m.admin_bulk_at_least({ count: formatNumber(total.atLeast) })
  const scopes = [
    ...(ids.length > 0 ? [{ value: 'picked', label: m.admin_picked_count({ count: formatNumber(ids.length) }) }] : []),
    ...(filter ? [{ value: 'all', label: m.admin_bulk_all({ count: all }) }] : []),
  ]
  const yesNo = [
    { value: 'yes', label: m.admin_yes() },
    { value: 'no', label: m.admin_no() },
  ]
  const tiers = [
    { value: 'gold', label: m.admin_listing_gold() },
    { value: 'silver', label: m.admin_listing_silver() },
  ]
  return (
    <PageForm intent="change" resetKey="">
      {({ busy }) => (
        <>
          <Selection ids={ids} formKey={formKey} />
          <input type="hidden" name="filter" value={new URLSearchParams(filter ?? {}).toString()} />
          <div className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-5">
            {/* Remounted so that a new selection is the default. */}
            <SelectField
              key={ids.length > 0 ? 'picked' : 'all'}
              label={m.admin_bulk_whom()}
              name="whom"
              options={scopes}
            />
            <TextField
              label={m.admin_listing_ranking()}
              name="adminRanking"
              type="number"
              inputMode="numeric"
              {...verificationLimits.ranking}
              placeholder={m.admin_bulk_stay()}
            />
            <SelectField label={m.admin_listing_tier()} name="tier" empty={m.admin_bulk_stay()} options={tiers} />
            <SelectField
              label={m.admin_listing_on_site()}
              name="showOnWebsite"
              empty={m.admin_bulk_stay()}
              options={yesNo}
            />
            <SelectField
              label={m.admin_listing_brief_visible_short()}
              name="adminBriefVisible"
              empty={m.admin_bulk_stay()}
              options={yesNo}
            />
          </div>
          <Field label={m.admin_listing_brief()}>
            {(wiring) => (
              <span className="control">
                <textarea
                  {...wiring}
                  name="adminBrief"
                  rows={2}
                  maxLength={verificationLimits.brief}
                  placeholder={m.admin_bulk_stay()}
                />
              </span>
            )}
          </Field>
          <Checkbox label={m.admin_bulk_brief_clear()} name="noBrief" />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" loading={busy} disabled={scopes.length === 0}>
              {m.admin_bulk_preview()}
            </Button>
            <span className="text-muted text-small">{m.admin_bulk_preview_text()}</span>
          </div>
        </>
      )}
    </PageForm>
  )
}

function LinkForm({ ids, formKey }: Props) {
  const label = (count: number) =>
    count === mentorLinkDays.default ? m.admin_link_days_usual({ count }) : m.admin_link_days_count({ count })
  const days = mentorLinkDays.offered.map((count) => ({ value: String(count), label: label(count) }))
  return (
    <PageForm intent="link" resetKey="">
      {({ busy }) => (
        <>
          <Selection ids={ids} formKey={formKey} />
          <p className="max-w-prose text-muted text-small">{m.admin_link_text()}</p>
          <div className="grid items-end gap-3 sm:flex">
            <TextField label={m.admin_link_name()} name="name" maxLength={80} autoComplete="off" />
            <SelectField
              label={m.admin_link_days()}
              name="days"
              defaultValue={String(mentorLinkDays.default)}
              options={[...days, { value: 'none', label: m.admin_link_days_none() }]}
            />
            <Button type="submit" loading={busy} disabled={ids.length === 0}>
              {m.admin_link_do({ count: formatNumber(ids.length) })}
            </Button>
          </div>
        </>
      )}
    </PageForm>
  )
}
