import { Form } from 'react-router'
import type { PlaceMoved } from '#contract/reference/admin-places.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { type Option, SelectField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { PageForm } from '../kit/page-form.tsx'

type Props = {
  name: string
  version: number
  targets: readonly Option[]
  /** What was chosen to look at first. */
  preview: { id: string; into: string; moved: PlaceMoved } | null
}

/** Makes a place another name of one beside it; who would follow is shown before. */
export function PlaceMerge({ name, version, targets, preview }: Props) {
  const counts = preview
    ? Object.fromEntries(Object.entries(preview.moved).map(([what, n]) => [what, formatNumber(n)]))
    : null
  return (
    <div className="grid gap-4">
      <p className="text-small text-muted">{m.admin_place_merge_text()}</p>
      <Form method="get" preventScrollReset className="flex flex-wrap items-end gap-3">
        <SelectField
          label={m.admin_place_merge_into()}
          name="into"
          options={targets}
          empty=""
          defaultValue={preview?.id ?? ''}
          required
        />
        <Button type="submit" look="outline">
          {m.admin_place_merge_look()}
        </Button>
      </Form>
      {preview && counts && (
        <PageForm intent="merge" part={preview.id}>
          {({ busy }) => (
            <>
              <input type="hidden" name="into" value={preview.id} />
              <input type="hidden" name="version" value={version} />
              <Notice tone="wait">
                {m.admin_place_merge_preview({ name, into: preview.into, ...(counts as Words) })}
              </Notice>
              <Button type="submit" look="danger" loading={busy} className="justify-self-start">
                {m.admin_place_merge_do()}
              </Button>
            </>
          )}
        </PageForm>
      )}
    </div>
  )
}
type Words = Record<keyof PlaceMoved, string>
