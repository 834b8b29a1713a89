import { firstName } from '#contract/wire/names.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { formatDate } from '../ui/dates.tsx'
import { LocalLink } from '../ui/link.tsx'
import type { Viewer } from '../viewer.ts'
import { classesOfDay, type ShownBooking } from './kit/classes.ts'
import { SwitchRole } from './kit/switch-role-form.tsx'

type Props = {
  name: string | null
  roles: Viewer['roles']
  active: readonly ShownBooking[]
  /** Whether there are no bookings yet: the page says so itself, and there is room for a title as on other pages. */
  isEmpty: boolean
  now: number
}

/** Greets the family and says what today holds. */
export function FamilyHeading({ name, roles, active, isEmpty, now }: Props) {
  return (
    <div className={`flex items-end justify-between gap-4 ${isEmpty ? 'pt-6 pb-5' : 'pt-5 pb-1'} lg:pt-10 lg:pb-5`}>
      <div className="min-w-0">
        <h1 className={`text-h1 ${isEmpty ? '' : 'max-sm:text-[23px]/[1.25]'}`}>
          <span className="block font-normal font-sans text-body text-muted max-sm:sr-only">
            {m.dash_parent_title()}
          </span>
          {name ? m.dash_namaste({ name: firstName(name) }) : m.dash_namaste_plain()}
        </h1>
        <p className="mt-1 text-muted">
          {isEmpty && name
            ? formatDate(now)
            : m.dash_joined({ first: formatDate(now), second: isEmpty ? '' : todayText(active, now) })}
          {!name && (
            <>
              {' '}
              <LocalLink to="/dashboard/settings" className="text-link -my-2 inline-block py-2.5">
                {m.dash_add_name()}
              </LocalLink>
            </>
          )}
        </p>
      </div>
      {roles.includes('mentor') && <SwitchRole to="mentor" look="outline" />}
    </div>
  )
}

function todayText(bookings: readonly ShownBooking[], now: number): string {
  const today = classesOfDay(bookings, dateInIndia(new Date(now)))
  const [only] = today
  if (!only) return m.dash_no_class_today()
  return today.length === 1
    ? m.dash_one_class_today({ name: only.booking.student })
    : m.dash_classes_today({ count: today.length })
}
