import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { Viewer } from '../viewer.ts'
import { SwitchRole } from './switch-role-form.tsx'

/** Somebody who is logged in, but as somebody else: says so and offers the way. */
export function WrongRole({ viewer, wanted }: { viewer: Viewer; wanted: 'student' | 'mentor' }) {
  const family = wanted === 'student'
  // Every phone may be a family; a mentor has applied before.
  const canSwitch = viewer.userType !== 'admin' && (family || viewer.roles.includes('mentor'))
  const title = family ? m.dash_parent_title() : m.dash_mentor_title()
  if (!canSwitch && viewer.userType !== 'admin') return <NoApplication viewer={viewer} />
  return (
    <main className="page-width py-8">
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        drawing="lamp"
        title={family ? m.dash_as_mentor() : m.dash_as_family()}
        text={family ? m.dash_as_mentor_text() : m.dash_as_family_text()}
        action={
          canSwitch ? <SwitchRole to={wanted} look="filled" /> : <ButtonLink to="/login">{m.shell_log_in()}</ButtonLink>
        }
      />
    </main>
  )
}

/** A phone that asks for the mentor's dashboard and has not applied. */
export function NoApplication({ viewer }: { viewer: Viewer }) {
  return (
    <main className="page-width py-8">
      <h1 className="sr-only">{m.dash_mentor_title()}</h1>
      <EmptyState
        drawing="lamp"
        title={m.dash_no_application()}
        text={m.dash_no_application_text()}
        action={
          <div className="grid gap-3 sm:flex">
            <ButtonLink to="/signup">{m.dash_apply()}</ButtonLink>
            {viewer.userType === 'mentor' ? (
              <SwitchRole to="student" look="outline" />
            ) : (
              <ButtonLink to="/dashboard/student" look="outline">
                {m.dash_parent_title()}
              </ButtonLink>
            )}
          </div>
        }
      />
    </main>
  )
}
