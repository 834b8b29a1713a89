import { useLocation, useSearchParams } from 'react-router'
import { m } from '#messages'
import { plainPath } from '../../locale.ts'
import { LocalLink } from '../../ui/link.tsx'
import { canAnswer, classesToConfirm, type ShownBooking } from '../kit/classes.ts'
import { openChanges } from '../kit/open-changes.tsx'

type Taught = {
  id: string
  name: string
  className: string | null
  /** Cards that ask for an answer: classes to confirm and proposed changes. */
  waits: number
}

/** Learners with bookings, latest first, and the one selected in the URL. */
export function useLearners(cards: readonly ShownBooking[], active: readonly ShownBooking[]) {
  const [search] = useSearchParams()
  const named = new Map<string, ShownBooking>()
  for (const one of [...cards, ...active]) if (!named.has(one.learner._id)) named.set(one.learner._id, one)
  const waiting = [
    ...classesToConfirm(active),
    ...openChanges(active, 'family').filter((one) => 'proposal' in one || canAnswer(one.lesson, 'family')),
  ]
  const learners: Taught[] = [...named].map(([id, { student, className }]) => ({
    id,
    name: student,
    className,
    waits: waiting.filter(({ booking }) => booking.learner._id === id).length,
  }))
  const chosen = learners.find(({ id }) => id === search.get('learner'))?.id ?? null
  return {
    learners,
    chosen,
    /** Filters bookings by the selected learner. */
    only: <T extends ShownBooking>(all: readonly T[]): readonly T[] =>
      chosen === null ? all : all.filter(({ learner }) => learner._id === chosen),
  }
}

/** Switches between all learners and one. */
export function LearnerSwitch({ learners, chosen }: { learners: readonly Taught[]; chosen: string | null }) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  if (learners.length < 2) return null
  // What waits is in view on a phone.
  const byWaits = learners.toSorted((a, b) => b.waits - a.waits)
  const all = { id: null, name: m.dash_all_learners(), className: null, waits: 0 }
  const to = (id: string | null) => {
    const next = new URLSearchParams(search)
    next.delete('learner')
    next.delete('done')
    if (id) next.set('learner', id)
    return next.size > 0 ? `${plainPath(pathname)}?${next}` : plainPath(pathname)
  }
  return (
    <nav aria-label={m.settings_learners()} className="mb-3 lg:mb-6">
      <ul className="chip-row max-lg:gap-1.5">
        {[all, ...byWaits].map(({ id, name, className, waits }) => (
          <li key={id} className="flex-none">
            <LocalLink
              to={to(id)}
              replace
              preventScrollReset
              className="chip max-lg:px-3 max-lg:text-small"
              data-on={id === chosen || undefined}
              aria-current={id === chosen ? 'true' : undefined}
            >
              {/* The class tells apart two children whose names begin alike; a cut name ends without the comma. */}
              <span className="inline-flex gap-1">
                <span className="max-w-35 truncate">{className ? `${name}, ` : name}</span>
                {className}
              </span>
              {waits > 0 && (
                <span className="count bg-warn-soft text-warn" role="img" aria-label={m.dash_waits({ count: waits })}>
                  {waits}
                </span>
              )}
            </LocalLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
