import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useAnswerOnce } from '../ui/use-answer-once.ts'
import { isLoadFailure, type LoadFailure } from './more/load-failure.ts'

/** Part of a list; `next` is the URL of the following page, whose part alone is at `/more` + `next`. */
export type Part<T> = { items: readonly T[]; next: string | null }
type MoreOptions<T, D> = {
  first: Part<T>
  /** Extracts the part from loader data. */
  read: (data: D) => Part<T>
  keyOf: (item: T) => string
  words: { more: string; loading: string; shown: (count: number) => string }
  /** Items added on an earlier visit. */
  added?: Part<T> | undefined
  onAdded?: (added: Part<T>) => void
}
type More<T> = { items: readonly T[]; list: RefObject<HTMLUListElement | null>; button: ReactNode }

/**
 * A growing list: its items, a ref for its `<ul>` and the button that loads more. Without JavaScript the button opens
 * the next page.
 */
export function useMore<T, D>({ first, read, keyOf, words, added, onAdded }: MoreOptions<T, D>): More<T> {
  const [more, setMore] = useState<Part<T>>(added ?? { items: [], next: first.next })
  const fetcher = useFetcher<D | LoadFailure>()
  const list = useRef<HTMLUListElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const focusAt = useRef<number | null>(null)
  const items = [...first.items, ...more.items]

  const arrived = fetcher.data === undefined || isLoadFailure(fetcher.data) ? undefined : (fetcher.data as D) // safe: not Lost
  useAnswerOnce(arrived, (data) => {
    const part = read(data)
    const known = new Set(more.items.map(keyOf))
    const next = { items: [...more.items, ...part.items.filter((one) => !known.has(keyOf(one)))], next: part.next }
    if (line.current?.contains(document.activeElement)) focusAt.current = items.length
    onAdded?.(next)
    setMore(next)
  })

  // Move the focus to the first new item, since the button moved down or disappeared.
  useEffect(() => {
    if (focusAt.current === null || more.items.length === 0) return
    const item = list.current?.children[focusAt.current]
    focusAt.current = null
    if (!(item instanceof HTMLElement)) return
    item.tabIndex = -1
    item.focus({ preventScroll: true })
  }, [more])

  const isLoading = fetcher.state !== 'idle'
  const { next } = more
  const add = (event: MouseEvent) => {
    if (!next || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!isLoading) fetcher.load(localHref(`/more${next}`))
  }
  const button = (
    <>
      {next && (
        <div ref={line} className="mt-6 flex flex-col items-center gap-2">
          <ButtonLink
            look="outline"
            to={next}
            onClick={add}
            data-more=""
            aria-busy={isLoading || undefined}
            icon={isLoading && <Spinner />}
          >
            {isLoading ? words.loading : words.more}
          </ButtonLink>
          {!isLoading && isLoadFailure(fetcher.data) && (
            <p role="alert" className="text-center font-semibold text-error">
              {fetcher.data.lost === 'connection' ? m.failure_connection() : m.failure_text()}
            </p>
          )}
        </div>
      )}
      <p role="status" className="sr-only">
        {more.items.length > 0 && words.shown(items.length)}
      </p>
    </>
  )
  return { items, list, button }
}
