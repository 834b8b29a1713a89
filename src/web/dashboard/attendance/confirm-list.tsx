import { useEffect, useRef } from 'react'
import { useActionData } from 'react-router'
import { m } from '#messages'
import { Notice } from '../../ui/error-state.tsx'
import type { ClassToConfirm } from '../kit/classes.ts'
import { ConfirmCard } from '../kit/confirm-card.tsx'
import type { FormFetcher } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'

type Props = {
  classes: readonly ClassToConfirm[]
  tick: FormFetcher
  problemTo: (recordId: string) => string
  /** Whether the first card has the filled button of its screen. */
  isFirst?: boolean
}

/** Without scripts: why an answer did nothing, if its card is gone. */
export function LateAnswer({ classes }: Pick<Props, 'classes'>) {
  const result = useActionData() as FormResult | undefined // safe: the dashboards' actions answer nothing else
  if (result?.intent !== 'tick' || !result.problem || classes.some(({ record }) => record._id === result.of))
    return null
  return (
    <div className="mb-6">
      <Notice tone="bad">{result.problem}</Notice>
    </div>
  )
}

/** Marked lessons the family has to confirm. */
export function ConfirmList({ classes, tick, problemTo, isFirst = true }: Props) {
  if (classes.length === 0) return null
  return (
    <section aria-labelledby="to-confirm">
      <h2 id="to-confirm" className="sr-only">
        {m.dash_did_it_happen()}
      </h2>
      <ul className="grid h-full gap-3">
        {classes.map((one, nth) => (
          <ConfirmCard
            key={one.record._id}
            one={one}
            tick={tick}
            problemTo={problemTo(one.record._id)}
            isFirst={isFirst && nth === 0}
          />
        ))}
      </ul>
    </section>
  )
}

/**
 * After an answered card is removed, moves the focus to the card that replaces it, or to the heading `next` after the
 * last one. `list` is the list's heading.
 */
export function useFocusAfterAnswer(
  list: string,
  classes: readonly Pick<ClassToConfirm, 'record'>[],
  next: string,
): void {
  const ids = classes.map(({ record }) => record._id).join()
  const before = useRef(ids)
  useEffect(() => {
    const old = before.current.split(',')
    const now = ids.split(',')
    before.current = ids
    const index = old.findIndex((id) => id !== '' && !now.includes(id))
    // Do not move a focus that is elsewhere on the page.
    if (index < 0 || (document.activeElement && document.activeElement !== document.body)) return
    const cards = document.querySelectorAll<HTMLElement>(`#${list} ~ ul > li`)
    const target = cards[Math.min(index, cards.length - 1)] ?? document.getElementById(next)
    target?.focus({ preventScroll: true })
  }, [list, ids, next])
}
