import { firstName } from '#contract/names.ts'
import { dateInIndia } from '#contract/time.ts'
import { m } from '#messages'
import { CallButton } from '../shell/call-button.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { formatDate } from '../ui/dates.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Viewer } from '../viewer.ts'
import { classesOfDay, type ShownBooking } from './classes.ts'
import { SettingsButton } from './settings-button.tsx'
import { SwitchRole } from './switch-role-form.tsx'

type Props = {
  name: string | null
  roles: Viewer['roles']
  active: readonly ShownBooking[]
  now: number
}

/** Greets the family and says what today holds. */
export function FamilyHeading({ name, roles, active, now }: Props) {
  return (
    <PageHeading
      title={
        <>
          <span className="block font-normal font-sans text-body text-muted">{m.dash_parent_title()}</span>
          {name ? m.dash_namaste({ name: firstName(name) }) : m.dash_namaste_plain()}
        </>
      }
      text={
        <>
          {m.dash_joined({ first: formatDate(now), second: todayText(active, now) })}
          {!name && (
            <>
              {' '}
              <LocalLink to="/dashboard/settings" className="text-link -my-2 inline-block py-2.5">
                {m.dash_add_name()}
              </LocalLink>
            </>
          )}
        </>
      }
      actions={
        <>
          <ButtonLink
            look="outline"
            to="/dashboard/calendar"
            className="max-sm:px-3!"
            icon={<Icon name="calendar-days" size={20} />}
          >
            {m.dash_view_calendar()}
          </ButtonLink>
          <CallButton className="max-sm:px-3!">{m.dash_call_us()}</CallButton>
          {roles.includes('mentor') && <SwitchRole to="mentor" look="outline" />}
          <SettingsButton />
        </>
      }
    />
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
