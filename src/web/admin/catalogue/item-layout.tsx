import type { ReactNode } from 'react'
import { useActionData } from 'react-router'
import { m } from '#messages'
import { currentLocale, localHref } from '../../locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { Field, type Option, SelectField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { AdminForm, type FormFields } from '../kit/admin-form.tsx'
import { BackLink, Facts, Part } from '../kit/admin-part.tsx'
import type { AdminResult } from '../kit/admin-result.ts'
import { PageForm, ResultNotice } from '../kit/page-form.tsx'
import { Timeline } from '../kit/timeline.tsx'
import type { ShownEvent } from '../kit/timeline-labels.ts'

type Labelled = readonly (readonly [label: string, value: ReactNode])[]
type Merge = {
  text: string
  targets: readonly Option[]
  /** Effects of the merge; null before a target is chosen. */
  preview: { into: string; title: string; facts: Labelled } | { into: string; problem: string } | null
}
type Props = {
  list: string
  listName: string
  /** Path of this page; null for a new item. */
  path: string | null
  title: string
  about: string
  badge: string | null
  version: number
  isAdded: boolean
  canChange: boolean
  /** False if the item's state allows no changes. */
  isOpen: boolean
  fields: (fields: FormFields) => ReactNode
  used: Labelled
  /** What prevents its removal, with numbers. */
  usedBy: readonly string[]
  /** null if this kind cannot be merged. */
  merge: Merge | null
  events: readonly ShownEvent[]
}

/** Layout for one catalogue entry or place: form, usage, merge, removal and history. */
export function ItemLayout(props: Props) {
  const {
    list,
    listName,
    path,
    title,
    about,
    badge,
    version,
    isAdded,
    canChange,
    fields,
    used,
    merge,
    events,
    usedBy,
  } = props
  const isOpen = props.isOpen && canChange
  const result = useActionData() as AdminResult | undefined // the only type these pages' actions return
  return (
    <>
      <BackLink to={list}>{listName}</BackLink>
      <div className="mt-1 mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-h1 wrap-anywhere">{title}</h1>
        <span className="text-muted">{about}</span>
        {badge && <Badge kind="unknown">{badge}</Badge>}
      </div>
      <ResultNotice result={result} />
      {isAdded && version === 1 && (
        <div className="mb-4">
          <Notice tone="good">{m.admin_cat_added()}</Notice>
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Part id="facts" title={m.admin_cat_facts()}>
          <AdminForm intent="save" resetKey={`${path} ${version}`} version={version}>
            {(form) => (
              <fieldset disabled={!isOpen} className="grid min-w-0 gap-4">
                {fields(form)}
                {isOpen && (
                  <Button type="submit" loading={form.busy} className="justify-self-start">
                    {path === null ? m.admin_cat_add_now() : m.admin_cat_save()}
                  </Button>
                )}
              </fieldset>
            )}
          </AdminForm>
        </Part>
        {path !== null && (
          <div className="grid gap-5">
            <Part id="usage" title={m.admin_cat_usage()}>
              <Facts facts={used} />
            </Part>
            {isOpen && merge && <MergePart path={path} version={version} {...merge} />}
            {isOpen && <RemovePart version={version} usedBy={usedBy} canMerge={merge !== null} />}
            {!canChange && <p className="text-muted">{m.admin_read_only()}</p>}
          </div>
        )}
      </div>
      {events.length > 0 && <Timeline events={events} isCut={false} />}
    </>
  )
}

/** Merge in two steps: choose a target and preview the effects, then confirm. */
function MergePart({ version, path, text, targets, preview }: Merge & { version: number; path: string }) {
  return (
    <Part id="merge" title={m.admin_cat_merge()}>
      <div className="grid gap-4">
        <p className="text-small text-muted">{text}</p>
        <form method="get" action={localHref(path)} className="flex flex-wrap items-end gap-3">
          <SelectField
            key={preview?.into}
            label={m.admin_cat_into()}
            name="into"
            options={targets}
            empty={m.apply_choose()}
            defaultValue={preview?.into ?? ''}
          />
          <Button type="submit" look="outline">
            {m.admin_cat_merge_preview()}
          </Button>
        </form>
        {preview && 'problem' in preview && <Notice tone="bad">{preview.problem}</Notice>}
        {preview && 'facts' in preview && (
          <PageForm intent="merge" resetKey={`${preview.into} ${version}`}>
            {({ busy }) => (
              <>
                <input type="hidden" name="version" value={version} />
                <input type="hidden" name="into" value={preview.into} />
                <p className="font-semibold text-ink">{preview.title}</p>
                <Facts facts={preview.facts} />
                <Button type="submit" look="danger" loading={busy} className="justify-self-start">
                  {m.admin_cat_merge_now()}
                </Button>
              </>
            )}
          </PageForm>
        )}
      </div>
    </Part>
  )
}

type RemoveProps = { version: number; usedBy: readonly string[]; canMerge: boolean }

function RemovePart({ version, usedBy, canMerge }: RemoveProps) {
  return (
    <Part id="remove" title={m.admin_cat_remove()}>
      <PageForm intent="remove" resetKey={`remove ${version}`}>
        {({ busy }) => (
          <>
            <input type="hidden" name="version" value={version} />
            <p id="remove-text" className="text-small text-muted">
              {usedBy.length === 0
                ? m.admin_cat_remove_text()
                : canMerge
                  ? m.admin_cat_remove_used_merge({ uses: usedBy.join(', ') })
                  : m.admin_cat_remove_used({ uses: usedBy.join(', ') })}
            </p>
            <Button
              type="submit"
              look="outline"
              loading={busy}
              disabled={usedBy.length > 0}
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

type Names = { to: string; en: string; hi: string }

/** Name in the language of the page as a link, with the other language below. */
export function NameCell({ to, ...names }: Names) {
  const own = currentLocale()
  const other = own === 'hi' ? 'en' : 'hi'
  return (
    <>
      <LocalLink to={to} className="text-link -my-2.5 block py-2.5">
        <span className="list-lines">{names[own]}</span>
      </LocalLink>
      {names[other] !== names[own] && (
        <p lang={other} className="list-lines text-small text-muted">
          {names[other]}
        </p>
      )}
    </>
  )
}

type LinesProps = { label: string; help: string } & ReturnType<FormFields['field']>

/** A list field with one value per line. */
export const LinesField = ({ name, defaultValue, ...labels }: LinesProps) => (
  <Field {...labels}>
    {(wiring) => (
      <span className="control control-area">
        <textarea {...wiring} name={name} rows={4} maxLength={3000} defaultValue={defaultValue} />
      </span>
    )}
  </Field>
)
