import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import {
  type ShouldRevalidateFunctionArgs,
  useFetchers,
  useNavigate,
  useNavigation,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import type { Column } from './column.ts'

const param = 'row'

/** The search part of the current URL with another open row; null closes the panel. */
function searchWith(search: URLSearchParams, id: string | null): string {
  const next = new URLSearchParams(search)
  next.delete('done')
  if (id === null) next.delete(param)
  else next.set(param, id)
  return next.size > 0 ? `?${next}` : ''
}

/** The row that the URL opens, and the links that open and close the panel. */
export function useOpenRow(path: string) {
  const [search] = useSearchParams()
  return {
    openId: search.get(param),
    hrefOf: (id: string | null) => `${path}${searchWith(search, id)}`,
  }
}

/** The list is loading: opening a row ends that load, so it has to load itself. */
let isReloading = false

export function useReloadWatch() {
  const navigation = useNavigation()
  const revalidator = useRevalidator()
  const isBusy = [navigation, revalidator, ...useFetchers()].some(({ state }) => state !== 'idle')
  useEffect(() => {
    isReloading = isBusy
    return () => {
      isReloading = false
    }
  }, [isBusy])
}

/** For pages with a list: opening a row loads nothing, because the list has it. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, ...more }: ShouldRevalidateFunctionArgs): boolean {
  const isSame = searchWith(currentUrl.searchParams, null) === searchWith(nextUrl.searchParams, null)
  const isOpening = currentUrl.pathname === nextUrl.pathname && isSame && currentUrl.search !== nextUrl.search
  return isOpening && formMethod === undefined && !isReloading ? false : more.defaultShouldRevalidate
}

const isState = ({ key }: { key: string }) => key === 'status' || key === 'state'

export const isEmptyCell = (shown: ReactNode) =>
  shown === null || shown === undefined || shown === false || shown === ''
export const emptyCell = '—'

/** Everything beside an element; on a phone the panel covers it. Messages stay. */
function othersOf(element: HTMLElement): HTMLElement[] {
  const { parentElement: above } = element
  if (!above) return []
  const beside = [...above.children].filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one !== element && !one.inert && !one.matches('.toasts'),
  )
  return [...beside, ...othersOf(above)]
}

type Props<R> = {
  row: R & { _id: string }
  columns: readonly Column<R>[]
  closeHref: string
  children: ReactNode
}

/** Everything about one row, beside the list. It has its own URL, and works without scripts. */
export function RowPanel<R>({ row, columns, closeHref, children }: Props<R>) {
  const [main, ...others] = columns
  // The state comes first in every panel.
  const rest = others.toSorted((a, b) => Number(isState(b)) - Number(isState(a)))
  const title = useId()
  const panel = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const id = row._id
  const isFirst = useRef(true)
  const close = useEffectEvent(() => {
    void navigate({ search: searchWith(search, null) }, { preventScrollReset: true })
  })
  useEffect(() => {
    // Not on loading the page: its title comes first.
    if (!isFirst.current || document.activeElement !== document.body) panel.current?.focus({ preventScroll: true })
    isFirst.current = false
    const press = (event: KeyboardEvent) => {
      // In a field it would drop what was typed.
      const isInField = event.target instanceof Element && event.target.matches('input, select, textarea')
      if (event.key === 'Escape' && !isInField && !document.querySelector(':popover-open, dialog[open]')) close()
    }
    document.addEventListener('keydown', press)
    const covered = panel.current && matchMedia('(width < 48rem)').matches ? othersOf(panel.current) : []
    for (const one of covered) one.inert = true
    return () => {
      for (const one of covered) one.inert = false
      document.removeEventListener('keydown', press)
      document.getElementById(`row-${id}`)?.focus({ preventScroll: true })
    }
  }, [id])
  return (
    <section ref={panel} tabIndex={-1} role="dialog" aria-labelledby={title} className="row-panel">
      <div className="row-panel-head">
        <div id={title} className="row-panel-title">
          {main?.cell(row)}
        </div>
        <LocalLink
          to={closeHref}
          preventScrollReset
          aria-label={m.ui_close()}
          className="target -my-2 -mr-2 grid flex-none place-items-center"
        >
          <Icon name="x" size={24} />
        </LocalLink>
      </div>
      <dl className="admin-facts items-center">
        {rest
          .filter(({ isActions, isRowOnly }) => !isActions && !isRowOnly)
          .map(({ key, label, cell }) => (
            <div key={key} className="contents">
              <dt>{label}</dt>
              <dd>{isEmptyCell(cell(row)) ? emptyCell : cell(row)}</dd>
            </div>
          ))}
      </dl>
      {children}
      {rest
        .filter(({ isActions, isRowOnly }) => isActions && !isRowOnly)
        .map(({ key, cell }) => (
          <div key={key}>{cell(row)}</div>
        ))}
    </section>
  )
}
