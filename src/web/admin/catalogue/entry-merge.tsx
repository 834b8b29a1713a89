import type { Moved } from '#contract/reference/catalogue-admin.ts'
import type { CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { type Option, SelectField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { Facts } from '../kit/admin-part.tsx'
import { PageForm } from '../kit/page-form.tsx'

type Props = {
  kind: CatalogueKind
  path: string
  name: string
  version: number
  others: readonly Option[]
  /** What the chosen merge would move; null before one is chosen. */
  preview: { into: string; name: string; moved: Moved } | { into: string; problem: string } | null
}

/** One entry becomes part of another one of its kind: first chosen, then shown, then done. */
export function EntryMerge({ kind, path, name, version, others, preview }: Props) {
  return (
    <div className="grid gap-4">
      <p className="text-small text-muted">
        {kind === 'subject' ? m.admin_cat_merge_text() : m.admin_cat_merge_text_fact()}
      </p>
      <form method="get" action={localHref(path)} className="flex flex-wrap items-end gap-3">
        <SelectField
          key={preview?.into}
          label={m.admin_cat_into()}
          name="into"
          options={others}
          empty={m.apply_choose()}
          defaultValue={preview?.into ?? ''}
        />
        <Button type="submit" look="outline">
          {m.admin_cat_merge_preview()}
        </Button>
      </form>
      {preview && 'problem' in preview && <Notice tone="bad">{preview.problem}</Notice>}
      {preview && 'moved' in preview && (
        <PageForm intent="merge" part={`${preview.into} ${version}`}>
          {({ busy }) => (
            <>
              <input type="hidden" name="version" value={version} />
              <input type="hidden" name="into" value={preview.into} />
              <p className="font-semibold text-ink">{m.admin_cat_merge_title({ name, into: preview.name })}</p>
              <Facts
                facts={[
                  [m.admin_cat_mentors(), formatNumber(preview.moved.mentors)],
                  [m.admin_cat_merge_both(), formatNumber(preview.moved.both)],
                  kind === 'subject'
                    ? [m.admin_cat_merge_bookings(), formatNumber(preview.moved.bookings)]
                    : [m.admin_cat_learners(), formatNumber(preview.moved.learners)],
                  [m.admin_cat_drafts(), formatNumber(preview.moved.drafts)],
                  [m.admin_cat_merge_words({ into: preview.name }), preview.moved.words.join(', ')],
                ]}
              />
              <div>
                <Button type="submit" look="danger" loading={busy}>
                  {m.admin_cat_merge_now()}
                </Button>
              </div>
            </>
          )}
        </PageForm>
      )}
    </div>
  )
}
