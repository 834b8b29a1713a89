import { type MouseEvent, useState } from 'react'
import { Form } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { HiddenFields, ResetLink, showText } from './filter-panels.tsx'
import { selectedPath } from './selected-address.ts'
import type { SelectedData } from './selected-data.server.ts'
import { SelectedFilters } from './selected-filters.tsx'
import { TypedSearch } from './typed-search.tsx'
import type { Filter } from './use-filter.ts'

type Props = { list: SelectedData; filter: Filter; loading: boolean }

/** Search and filters above the list. On phones the filters are a sheet; without JavaScript a link shows them. */
export function SelectedPanels({ list: { options, count, reset, chips }, filter, loading }: Props) {
  const { draft, change } = filter
  const [open, setOpen] = useState(false)
  const filters = chips.length - (draft.q ? 1 : 0)
  const show = (event: MouseEvent) => {
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <Form
        method="get"
        action={localHref(selectedPath)}
        className="selected-panels"
        aria-label={m.list_filters()}
        onSubmit={(event) => {
          event.preventDefault()
          change({})
        }}
      >
        <search className="list-search">
          <span className="control">
            <Icon name="search" size={22} className="flex-none text-muted" />
            <TypedSearch value={draft.q} onChange={(event) => change({ q: event.currentTarget.value }, true)} />
          </span>
          <ButtonLink
            look="outline"
            href="#filters"
            onClick={show}
            className="lg:hidden"
            icon={<Icon name="sliders-horizontal" size={20} />}
          >
            {m.list_filters()}
            {filters > 0 && <span className="filter-count">{filters}</span>}
          </ButtonLink>
          {chips.length > 0 && <ResetLink to={reset} />}
        </search>
        <div id="filters" className="selected-column card">
          <SelectedFilters filter={filter} options={options} />
        </div>
        <HiddenFields draft={draft} />
        <noscript>
          <Button type="submit" wide>
            {showText(count)}
          </Button>
        </noscript>
      </Form>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.list_filters()}
        extra={chips.length > 0 && <ResetLink to={reset} />}
        action={
          <Button wide loading={loading} onClick={() => setOpen(false)}>
            {showText(count)}
          </Button>
        }
      >
        <SelectedFilters filter={filter} options={options} />
      </Dialog>
    </>
  )
}
