import { verificationLimits } from '#contract/mentors/limits.ts'
import type { Listing } from '#contract/mentors/listings.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { AdminForm } from '../kit/admin-form.tsx'

export const tierOptions = () => [
  { value: 'silver', label: m.admin_listing_silver() },
  { value: 'gold', label: m.admin_listing_gold() },
]

type Props = { saved: Listing; version: number; canDecide: boolean }

/** Listing of a mentor. */
export const ListingForm = ({ saved, version, canDecide }: Props) => (
  <AdminForm intent="listing" resetKey={JSON.stringify(saved)} version={version}>
    {({ field, tick, busy }) => (
      <>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={m.admin_listing_ranking()}
            type="number"
            inputMode="numeric"
            {...verificationLimits.ranking}
            {...field('adminRanking', String(saved.adminRanking))}
          />
          <SelectField label={m.admin_listing_tier()} options={tierOptions()} {...field('tier', saved.tier)} />
        </div>
        <TextArea
          label={m.admin_listing_brief()}
          rows={5}
          maxLength={verificationLimits.brief}
          {...field('adminBrief', saved.adminBrief)}
        />
        <Checkbox label={m.admin_listing_brief_visible()} {...tick('adminBriefVisible', saved.adminBriefVisible)} />
        <Checkbox label={m.admin_listing_shown()} {...tick('showOnWebsite', saved.showOnWebsite)} />
        {canDecide && (
          <Button type="submit" loading={busy} className="justify-self-start">
            {m.admin_listing_save()}
          </Button>
        )}
      </>
    )}
  </AdminForm>
)
