import { useEffect, useRef } from 'react'
import { m } from '#messages'
import { formatDate, formatDateTime } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import type { MarkedClass } from '../kit/classes.ts'
import { ConfirmCard } from '../kit/confirm-card.tsx'
import type { FormFetcher } from '../kit/dashboard-form.tsx'

type Props = {
  classes: readonly MarkedClass[]
  tick: FormFetcher
  problemTo: (recordId: string) => string
  isShort?: boolean
  /** Classes after the first `full` ones are rows, with this dialog for the details. */
  full?: number
  classTo?: (lessonId: string) => string
}

/** Marked lessons the family has to confirm. */
export function ConfirmList({ classes, tick, problemTo, isShort, full = classes.length, classTo }: Props) {
  return (
    <section aria-labelledby="to-confirm">
      <h2 id="to-confirm" className={full === 0 ? 'sr-only' : 'mb-2 text-h2 text-[22px]! lg:mb-3 lg:text-[24px]!'}>
        {m.dash_did_it_happen()}
      </h2>
      <ul className="grid gap-3">
        {classes.slice(0, full).map((one) => (
          <ConfirmCard
            key={one.record._id}
            one={one}
            tick={tick}
            problemTo={problemTo(one.record._id)}
            isShort={isShort}
          />
        ))}
        {classTo &&
          classes.slice(full).map((one) => (
            <li key={one.record._id} tabIndex={-1}>
              <ConfirmRow one={one} to={classTo(one.lesson._id)} />
            </li>
          ))}
      </ul>
    </section>
  )
}

/** A lesson to confirm in one row, which opens its dialog. */
export function ConfirmRow({ one: { lesson, record }, to }: { one: MarkedClass; to: string }) {
  return (
    <LocalLink
      to={to}
      preventScrollReset
      className="card flex min-h-12 items-center gap-3 border-warn! py-1.5! hover:bg-sunk"
    >
      <span className="min-w-0 grow">
        <b className="block text-ink leading-snug">
          {m.dash_confirm_row({ date: formatDate(lesson.startsAt), amount: formatRupees(record.fee) })}
        </b>
        <span className="block text-muted text-small leading-tight">
          {m.dash_answer_by({ when: formatDateTime(record.confirmBy) })}
        </span>
      </span>
      <Icon name="chevron-right" size={20} className="flex-none text-muted" />
    </LocalLink>
  )
}

/**
 * After an answered card is removed, moves the focus to the card that replaces it, or to the heading `next` after the
 * last one. `list` is the list's heading.
 */
export function useFocusAfterAnswer(list: string, classes: readonly MarkedClass[], next: string): void {
  const ids = classes.map(({ record }) => record._id).join()
  const before = useRef(ids)
  useEffect(() => {
    const [old, now] = [before.current.split(','), ids.split(',')]
    before.current = ids
    const index = old.findIndex((id) => id !== '' && !now.includes(id))
    // Do not move a focus that is elsewhere on the page.
    if (index < 0 || (document.activeElement && document.activeElement !== document.body)) return
    const cards = document.querySelectorAll<HTMLElement>(`#${list} ~ ul > li`)
    const target = cards[Math.min(index, cards.length - 1)] ?? document.getElementById(next)
    target?.focus({ preventScroll: true })
  }, [list, ids, next])
}
