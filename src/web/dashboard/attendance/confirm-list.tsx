import { useEffect, useRef } from 'react'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatDate, formatDateTime } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import type { MarkedClass } from '../kit/classes.ts'
import { ConfirmCard } from '../kit/confirm-card.tsx'
import type { FormFetcher } from '../kit/dashboard-form.tsx'
import { TickForm } from '../kit/tick-form.tsx'

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
              <ConfirmRow one={one} tick={tick} to={classTo(one.lesson._id)} />
            </li>
          ))}
      </ul>
    </section>
  )
}

/** A lesson to confirm in one row: its dialog has the details, its button on wide screens says yes at once. */
export function ConfirmRow({ one, tick, to }: { one: MarkedClass; tick: FormFetcher; to: string }) {
  const { lesson, record } = one
  const text = m.dash_confirm_row({ date: formatDate(lesson.startsAt), amount: formatRupees(record.fee) })
  return (
    <div className="card flex items-center gap-4 border-warn! p-0! sm:pr-3!">
      <LocalLink
        to={to}
        preventScrollReset
        className="flex min-h-12 grow items-center gap-3 px-4 py-1.5 hover:underline sm:min-h-16 sm:px-5"
      >
        <span className="grow">
          <b className="block text-ink leading-snug">{text}</b>
          <span className="block text-muted text-small leading-tight">
            {m.dash_answer_by({ when: formatDateTime(record.confirmBy) })}
          </span>
        </span>
        <Icon name="chevron-right" size={20} className="flex-none text-muted sm:hidden" />
      </LocalLink>
      {/* Phones have no room for it: the dialog asks. */}
      <div className="flex-none max-sm:hidden">
        <TickForm one={one} tick={tick} value hasAdult={false}>
          {(loading) => (
            <Button
              type="submit"
              look="outline"
              loading={loading}
              loadingText={m.dash_saving()}
              icon={<Icon name="check" size={20} />}
              aria-label={`${m.dash_yes()}: ${text}`}
            >
              {m.dash_yes()}
            </Button>
          )}
        </TickForm>
      </div>
    </div>
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
