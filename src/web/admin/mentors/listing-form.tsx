import { type ReactNode, useState } from 'react'
import { useActionData } from 'react-router'
import { m } from '#messages'
import { valuesOf } from '../../form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Field, SelectField, TextField } from '../../ui/field.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { AdminForm } from '../kit/admin-form.tsx'
import type { AdminResult } from '../kit/admin-result.ts'

export type SavedListing = {
  adminRanking: number
  adminBrief: string
  adminBriefVisible: boolean
  tier: 'gold' | 'silver'
  showOnWebsite: boolean
}

type Props = {
  saved: SavedListing
  /** The mentor's own brief. */
  ownBrief: string
  isVerified: boolean
  version: number
  canDecide: boolean
  /** The mentor's card in the public list. */
  card: (isGold: boolean) => ReactNode
}
type Typed = Record<string, string>

/** Listing values as families would see them, from the form if submitted. */
function previewOf(saved: SavedListing, ownBrief: string, typed: Typed | undefined) {
  const { tier, adminBrief } = typed ? { tier: typed.tier, adminBrief: typed.adminBrief ?? '' } : saved
  const isVisible = typed ? 'adminBriefVisible' in typed : saved.adminBriefVisible
  return {
    isGold: tier === 'gold',
    brief: isVisible && adminBrief.trim() !== '' ? adminBrief : ownBrief,
    isShown: typed ? 'showOnWebsite' in typed : saved.showOnWebsite,
  }
}

/** Listing form of a mentor, with a preview of the public card. */
export function ListingForm({ saved, ownBrief, isVerified, version, canDecide, card }: Props) {
  const isScripted = useScripts()
  const plain = useActionData() as AdminResult | undefined // the only type this page's action returns
  const [typed, setTyped] = useState<Typed | undefined>(plain?.intent === 'listing' ? plain.values : undefined)
  const { isGold, brief, isShown } = previewOf(saved, ownBrief, typed)
  const tiers = [
    { value: 'silver', label: m.admin_listing_silver() },
    { value: 'gold', label: m.admin_listing_gold() },
  ]
  const read = (form: HTMLFormElement) => setTyped(valuesOf(new FormData(form)))
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <AdminForm
        intent="listing"
        resetKey={JSON.stringify(saved)}
        version={version}
        onInput={read}
        onDone={() => setTyped(undefined)}
      >
        {({ field, tick, busy }) => {
          const { error, ...text } = field('adminBrief', saved.adminBrief)
          return (
            <>
              <div className="grid gap-4 sm:grid-cols-2">
                <TextField
                  label={m.admin_listing_ranking()}
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={99}
                  {...field('adminRanking', String(saved.adminRanking))}
                />
                <SelectField label={m.admin_listing_tier()} options={tiers} {...field('tier', saved.tier)} />
              </div>
              <Field label={m.admin_listing_brief()} error={error}>
                {(wiring) => (
                  <span className="control">
                    <textarea {...wiring} {...text} rows={5} maxLength={1500} />
                  </span>
                )}
              </Field>
              <Checkbox
                label={m.admin_listing_brief_visible()}
                {...tick('adminBriefVisible', saved.adminBriefVisible)}
              />
              <Checkbox label={m.admin_listing_shown()} {...tick('showOnWebsite', saved.showOnWebsite)} />
              {canDecide && (
                <div className="flex flex-wrap gap-2">
                  <Button type="submit" loading={busy}>
                    {m.admin_listing_save()}
                  </Button>
                  {!isScripted && (
                    <Button type="submit" look="outline" name="preview" value="1">
                      {m.admin_listing_preview_button()}
                    </Button>
                  )}
                </div>
              )}
            </>
          )
        }}
      </AdminForm>
      <section aria-label={m.admin_listing_preview()} className="grid min-w-0 content-start gap-3">
        <h3 className="font-semibold text-ink">{m.admin_listing_preview()}</h3>
        {!isVerified && isShown && <p className="text-muted">{m.admin_listing_not_verified()}</p>}
        {!isVerified && !isShown && <Notice tone="wait">{m.admin_listing_hidden_later()}</Notice>}
        {isVerified && !isShown && <Notice tone="wait">{m.admin_listing_hidden()}</Notice>}
        {/* Inert, because its links may lead to an unpublished page. */}
        <div inert data-preview>
          {card(isGold)}
        </div>
        <p className="ruled whitespace-pre-line wrap-anywhere" data-brief>
          {brief}
        </p>
      </section>
    </div>
  )
}
