import { firstName } from '#contract/wire/names.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { CallButton } from '../shell/call-button.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { formatDate } from '../ui/dates.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import type { Viewer } from '../viewer.ts'
import { classesOfDay, type ShownBooking } from './kit/classes.ts'
import { SwitchRole } from './kit/switch-role-form.tsx'
import { SettingsButton } from './settings/settings-button.tsx'

type Props = {
  name: string | null
  roles: Viewer['roles']
  active: readonly ShownBooking[]
  now: number
}

/** Greets the family and says what today holds. */
export function FamilyHeading({ name, roles, active, now }: Props) {
  return (
    <div className="flex items-end justify-between gap-4 pt-6 pb-4 lg:pt-10 lg:pb-5">
      <div className="min-w-0">
        <h1 className="text-h1">
          <span className="block font-normal font-sans text-body text-muted">{m.dash_parent_title()}</span>
          {name ? m.dash_namaste({ name: firstName(name) }) : m.dash_namaste_plain()}
        </h1>
        <p className="mt-1 text-muted">
          {m.dash_joined({ first: formatDate(now), second: todayText(active, now) })}
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
      <div className="flex flex-none flex-wrap justify-end gap-2">
        <FamilyLinks className="max-sm:hidden" />
        {roles.includes('mentor') && <SwitchRole to="mentor" look="outline" />}
        <SettingsButton />
      </div>
    </div>
  )
}

/** Calendar and our number. On phones they come after the bookings. */
export function FamilyLinks({ className }: { className: string }) {
  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      <ButtonLink look="outline" to="/dashboard/calendar" icon={<Icon name="calendar-days" size={20} />}>
        {m.dash_view_calendar()}
      </ButtonLink>
      <CallButton>{m.dash_call_us()}</CallButton>
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
