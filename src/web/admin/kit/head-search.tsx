import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Form, useFetcher, useNavigate } from 'react-router'
import { searchLimits } from '#contract/admin/admin-search-limits.ts'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import type { SearchReply } from './found-labels.server.ts'
import { areSingleKeysOn, useSingleKeys } from './single-keys.ts'

const waitMs = 200
/** Results of each kind shown under the field; the search page shows more. */
const fewRows = 3

const searchHref = (q: string) => `/admin/search?${new URLSearchParams({ q })}`

/** `/` focuses the field unless another field has the focus. */
function useSlash(focus: () => void) {
  const run = useRef(focus)
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog, [contenteditable]')
      if (event.key !== '/' || !areSingleKeysOn() || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      run.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Search in the header with results as you type. Without scripts it is a form that opens the search page. */
export function HeadSearch() {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const { load, data, state } = useFetcher<SearchReply>()
  const navigate = useNavigate()
  const isScripted = useScripts()
  const [areKeysOn] = useSingleKeys()
  useSlash(() => field.current?.focus())

  const asked = text.trim()
  const isLong = asked.length >= searchLimits.letters
  useEffect(() => {
    if (asked.length < searchLimits.letters) return
    const timer = setTimeout(() => load(localHref(searchHref(asked))), waitMs)
    return () => clearTimeout(timer)
  }, [asked, load])

  const isAnswer = isLong && data !== undefined && data.q === asked
  const groups = isAnswer ? data.groups.map((one) => ({ ...one, rows: one.rows.slice(0, fewRows) })) : []
  const rows = groups.flatMap((one) => one.rows)
  const links = rows.length > 0 ? [...rows.map(({ to }) => to), searchHref(asked)] : []
  const isShown = isOpen && isLong
  const said = !isAnswer
    ? state === 'idle' && data === undefined
      ? ''
      : m.shell_loading()
    : (data.problem ??
      (rows.length > 0 ? m.admin_found_count({ count: rows.length }) : m.admin_found_none({ q: asked })))

  const close = () => {
    setOpen(false)
    setAt(-1)
  }
  const leave = () => {
    close()
    setText('')
    field.current?.blur()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const to = isShown ? links[at] : undefined
    if (step && links.length > 0) {
      event.preventDefault()
      setOpen(true)
      setAt((now) => (now < 0 && step < 0 ? links.length - 1 : (now + step + links.length) % links.length))
    } else if (event.key === 'Enter' && to) {
      event.preventDefault()
      leave()
      navigate(localHref(to))
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (isShown) close()
      else leave()
    }
  }
  const box = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isShown && rows.length > 0,
    'aria-controls': `${id}-list`,
    ...(isShown && at >= 0 && { 'aria-activedescendant': `${id}-${at}` }),
  } as const
  const option = (place: number) => ({
    id: `${id}-${place}`,
    role: 'option',
    tabIndex: -1,
    'aria-selected': place === at,
    onClick: leave,
  })
  let place = 0
  return (
    <search
      aria-label={m.admin_found_title()}
      className="head-search"
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || close()}
    >
      <Form method="get" action={localHref('/admin/search')} onSubmit={leave}>
        <span className="control">
          <Icon name="search" size={20} className="text-muted" />
          <input
            ref={field}
            name="q"
            type="search"
            maxLength={80}
            autoComplete="off"
            aria-label={m.admin_found_label()}
            aria-keyshortcuts={areKeysOn ? '/' : undefined}
            placeholder={m.admin_found_label()}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              setAt(-1)
              setOpen(true)
            }}
            onFocus={() => setOpen(true)}
            onKeyDown={press}
            {...(isScripted && box)}
          />
          {isScripted && (
            <span className="head-key" aria-hidden="true">
              /
            </span>
          )}
        </span>
      </Form>
      <p role="status" className="sr-only">
        {isShown && said}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus, and with it what is typed */}
      <div className="head-found" hidden={!isShown} onMouseDown={(event) => event.preventDefault()}>
        {rows.length === 0 && <p className="p-3 text-muted">{said}</p>}
        <div id={`${id}-list`} role="listbox" aria-label={m.admin_found_title()} hidden={rows.length === 0}>
          {groups.map(({ kind, label, rows: shown }) => (
            // biome-ignore lint/a11y/useSemanticElements: options are grouped, not in fieldsets
            <div key={kind} role="group" aria-label={label}>
              <p aria-hidden="true">{label}</p>
              {shown.map((row) => (
                <LocalLink key={row.key} to={row.to} {...option(place++)}>
                  <b>{row.title}</b>
                  <span>{[row.text, row.state].filter(Boolean).join(' · ')}</span>
                </LocalLink>
              ))}
            </div>
          ))}
          <LocalLink to={searchHref(asked)} {...option(place)}>
            {m.admin_found_all()}
          </LocalLink>
        </div>
      </div>
    </search>
  )
}
