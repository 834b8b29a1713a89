import type { ReactNode } from 'react'
import { useActionData } from 'react-router'
import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { type Option, SelectField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { AdminForm, type FormFields } from '../kit/admin-form.tsx'
import { BackLink, Facts, HistoryLink, Part } from '../kit/admin-part.tsx'
import type { AdminResult } from '../kit/admin-result.ts'
import { PageForm, ResultNotice } from '../kit/page-form.tsx'

/** `isBlocking`: it cannot be removed while it has this use. */
export type Use = { name: string; count: number; isBlocking: boolean }
/** `targets`: null if something has to be done first. */
type Merge = { text: string; targets: readonly Option[] | null }
type Props = {
  list: string
  listName: string
  title: string
  about: string
  badge: string | null
  /** Its subject in the audit log; null for a new item. */
  subject: string | null
  version: number
  isAdded: boolean
  canChange: boolean
  /** False if the item's state allows no changes. */
  isOpen: boolean
  fields: (fields: FormFields) => ReactNode
  uses: readonly Use[]
  /** null if this kind cannot be merged. */
  merge: Merge | null
}

/** Layout for one catalogue entry or place: form, usage, merge and removal. */
export function ItemLayout(props: Props) {
  const { list, listName, title, about, badge, subject, version, isAdded, canChange, fields, uses, merge } = props
  const isOpen = props.isOpen && canChange
  const result = useActionData() as AdminResult | undefined // the only type these pages' actions return
  return (
    <>
      <BackLink to={list}>{listName}</BackLink>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h1 wrap-anywhere">{title}</h1>
        <span className="text-muted">{about}</span>
        {badge && <Badge kind="unknown">{badge}</Badge>}
      </div>
      <ResultNotice result={result} />
      {isAdded && version === 1 && <Notice tone="good">{m.admin_cat_added()}</Notice>}
      <div className={subject === null ? 'mt-4 max-w-[740px]' : 'mt-4 grid items-start gap-5 lg:grid-cols-2'}>
        <Part id="facts" title={m.admin_cat_facts()}>
          <AdminForm intent="save" resetKey={`${subject} ${version}`} version={version}>
            {(form) => (
              <fieldset disabled={!isOpen} className="grid min-w-0 gap-4">
                {fields(form)}
                {isOpen && (
                  <Button type="submit" loading={form.busy} className="justify-self-start">
                    {subject === null ? m.admin_cat_add_now() : m.admin_cat_save()}
                  </Button>
                )}
              </fieldset>
            )}
          </AdminForm>
        </Part>
        {subject !== null && (
          <div className="grid gap-5">
            <Part id="usage" title={m.admin_cat_usage()}>
              <Facts facts={uses.map(({ name, count }) => [name, formatNumber(count)])} />
            </Part>
            {isOpen && merge && <MergePart version={version} {...merge} />}
            {isOpen && <RemovePart version={version} uses={uses} />}
            {!canChange && <p className="text-muted">{m.admin_read_only()}</p>}
            <HistoryLink subject={subject} />
          </div>
        )}
      </div>
    </>
  )
}

/** A merge cannot be undone, so it has to be confirmed. */
const MergePart = ({ version, text, targets }: Merge & { version: number }) => (
  <Part id="merge" title={m.admin_cat_merge()}>
    <p className="text-small text-muted">{text}</p>
    {targets && (
      <PageForm intent="merge" resetKey={`merge ${version}`} className="mt-4 grid content-start gap-4">
        {({ field, busy }) => (
          <>
            <input type="hidden" name="version" value={version} />
            <SelectField {...field('into', '')} label={m.admin_cat_into()} options={targets} empty={m.apply_choose()} />
            <Checkbox label={m.admin_cat_merge_sure()} name="isSure" />
            <Button type="submit" look="danger" loading={busy} className="justify-self-start">
              {m.admin_cat_merge_now()}
            </Button>
          </>
        )}
      </PageForm>
    )}
  </Part>
)

function RemovePart({ version, uses }: Pick<Props, 'version' | 'uses'>) {
  const blocking = uses
    .filter(({ count, isBlocking }) => isBlocking && count > 0)
    .map(({ name, count }) => m.admin_count_of({ name, count: formatNumber(count) }))
    .join(', ')
  return (
    <Part id="remove" title={m.admin_cat_remove()}>
      <PageForm intent="remove" resetKey={`remove ${version}`}>
        {({ busy }) => (
          <>
            <input type="hidden" name="version" value={version} />
            <p id="remove-text" className="text-small text-muted">
              {blocking === '' ? m.admin_cat_remove_text() : m.admin_cat_remove_used({ uses: blocking })}
            </p>
            <Button
              type="submit"
              look="outline"
              loading={busy}
              disabled={blocking !== ''}
              aria-describedby="remove-text"
              className="justify-self-start"
            >
              {m.admin_cat_remove_now()}
            </Button>
          </>
        )}
      </PageForm>
    </Part>
  )
}
