import { maxMentorsPerLink, verificationLimits } from '#contract/mentors/limits.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { FormButton } from '../kit/admin-part.tsx'
import type { ListQuery, ListState } from '../kit/list-address.ts'
import { PageForm } from '../kit/page-form.tsx'
import { tierOptions } from './listing-form.tsx'

type Props = {
  ids: readonly string[]
  /** Filter of the list; null if only selected mentors can be changed. */
  filter: ListQuery | null
  total: ListState['total']
  canDecide: boolean
  /** Idempotency key. */
  formKey: string
}

/** Actions on the selected mentors, or without a selection on all that match the filter. */
export function SelectionForms(props: Props) {
  const { ids, filter, total, canDecide, formKey } = props
  if (!useScripts()) return null
  const isNone = ids.length === 0
  const count = typeof total === 'number' ? formatNumber(total) : `${formatNumber(total.atLeast)}+`
  return (
    <>
      {isNone && <p className="text-muted">{canDecide ? m.admin_select_first() : m.admin_select_first_link()}</p>}
      {canDecide && (filter || !isNone) && (
        <FormButton title={isNone ? m.admin_bulk_all({ count }) : m.admin_bulk()}>
          <BulkEditForm {...props} />
        </FormButton>
      )}
      {!isNone && (
        <FormButton title={m.admin_link_make()}>
          <LinkForm ids={ids} formKey={formKey} />
        </FormButton>
      )}
      <p role="status" className="font-semibold text-warn">
        {ids.length >= maxMentorsPerLink && m.admin_picked_most({ count: maxMentorsPerLink })}
      </p>
    </>
  )
}

export const yesNo = () => [
  { value: 'yes', label: m.admin_yes() },
  { value: 'no', label: m.admin_no() },
]

function BulkEditForm({ ids, filter, formKey }: Props) {
  const choices = [
    { name: 'tier', label: m.admin_listing_tier(), options: tierOptions() },
    { name: 'showOnWebsite', label: m.admin_listing_shown(), options: yesNo() },
    { name: 'adminBriefVisible', label: m.admin_listing_brief_visible_short(), options: yesNo() },
  ]
  return (
    <PageForm intent="change" resetKey="">
      {({ field, busy }) => (
        <>
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="mentors" value={ids.join(',')} />
          <input type="hidden" name="filter" value={new URLSearchParams(filter ?? {}).toString()} />
          {ids.length > 0 && (
            <p className="font-semibold text-ink">{m.admin_picked_count({ count: formatNumber(ids.length) })}</p>
          )}
          <div className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-4">
            <TextField
              {...field('adminRanking', '')}
              label={m.admin_listing_ranking()}
              type="number"
              inputMode="numeric"
              {...verificationLimits.ranking}
              placeholder={m.admin_bulk_stay()}
            />
            {choices.map((choice) => (
              <SelectField key={choice.name} empty={m.admin_bulk_stay()} {...choice} />
            ))}
          </div>
          <TextArea
            label={m.admin_listing_brief()}
            name="adminBrief"
            rows={2}
            maxLength={verificationLimits.brief}
            placeholder={m.admin_bulk_stay()}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" loading={busy}>
              {m.admin_bulk_preview()}
            </Button>
            <span className="text-muted text-small">{m.admin_bulk_preview_text()}</span>
          </div>
        </>
      )}
    </PageForm>
  )
}

const LinkForm = ({ ids, formKey }: Pick<Props, 'ids' | 'formKey'>) => (
  <PageForm intent="link" resetKey="">
    {({ busy }) => (
      <>
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="mentors" value={ids.join(',')} />
        <p className="max-w-prose text-muted text-small">{m.admin_link_text()}</p>
        <div className="grid items-end gap-3 sm:flex">
          <TextField label={m.admin_link_name()} name="name" maxLength={80} autoComplete="off" />
          <Button type="submit" loading={busy}>
            {m.admin_link_do({ count: formatNumber(ids.length) })}
          </Button>
        </div>
      </>
    )}
  </PageForm>
)
