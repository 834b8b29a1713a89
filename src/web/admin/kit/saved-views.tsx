import { type FormEvent, useId } from 'react'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import type { ListState } from './list-address.ts'
import { useListMemory } from './list-memory.ts'

const maxName = 40

type Props = { state: Pick<ListState, 'path' | 'query' | 'total'>; isFiltered: boolean }

/** Views of a list saved on this device: a filter and an order under a name. */
export function SavedViews({ state: { path, query, total }, isFiltered }: Props) {
  const [{ views }, change] = useListMemory(path)
  const isScripted = useScripts()
  const pop = useId()
  // A search may name a person, so a view does not keep it.
  const { cursor: _, limit: __, q: ___, ...wanted } = query
  const now = new URLSearchParams(wanted).toString()
  const current = views.find((one) => one.query === now)
  if (views.length === 0 && (!isFiltered || total === 0)) return null
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = event.currentTarget.querySelector('input')?.value.trim()
    if (name) change({ views: [...views.filter((one) => one.name !== name), { name, query: now }] })
    document.getElementById(pop)?.hidePopover()
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul className="contents" aria-label={m.admin_views()}>
        {[{ name: m.admin_list_all(), query: '' }, ...views].map((view) => (
          <li key={view.query}>
            <LocalLink
              to={view.query === '' ? path : `${path}?${view.query}`}
              preventScrollReset
              className="list-view"
              aria-current={view.query === now ? 'true' : undefined}
            >
              {view.name}
            </LocalLink>
          </li>
        ))}
      </ul>
      {current ? (
        <Button look="plain" onClick={() => change({ views: views.filter((one) => one !== current) })}>
          {m.admin_view_delete({ name: current.name })}
        </Button>
      ) : (
        isFiltered && (
          <>
            <button
              type="button"
              popoverTarget={pop}
              className={`text-link inline-flex min-h-11 items-center gap-1 px-2 ${isScripted ? '' : 'invisible'}`}
            >
              <Icon name="plus" size={18} />
              {m.admin_view_save()}
            </button>
            <div popover="auto" id={pop} className="list-pop">
              <form className="grid gap-3" onSubmit={save}>
                <TextField label={m.admin_view_name()} name="name" required maxLength={maxName} autoComplete="off" />
                <Button type="submit">{m.admin_view_save()}</Button>
              </form>
            </div>
          </>
        )
      )}
    </div>
  )
}
