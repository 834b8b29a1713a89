import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { m } from '#messages'
import { NoApplication } from '../../accounts/no-application.tsx'
import { UseAnotherNumber } from '../../accounts/role-forms.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import type { Viewer } from '../../viewer.ts'
import { SwitchRole } from './switch-role-form.tsx'

/** Shown to a viewer signed in with the other role, with a switch. */
export function WrongRole({ viewer, wanted }: { viewer: Viewer; wanted: 'student' | 'mentor' }) {
  const family = wanted === 'student'
  const { pathname, search } = useLocation()
  if (viewer.userType === 'admin') {
    return (
      <Page
        title={m.dash_as_admin()}
        text={family ? m.dash_as_admin_family() : m.dash_as_admin_mentor()}
        action={
          <div className="grid gap-3 sm:flex">
            <ButtonLink to="/admin">{m.admin_title()}</ButtonLink>
            <UseAnotherNumber />
          </div>
        }
      />
    )
  }
  // Any account can be a family; a mentor needs an application.
  if (!family && !viewer.roles.includes('mentor'))
    return (
      <Page
        title={m.dash_for_mentors()}
        text={m.login_no_application()}
        action={
          <div className="grid justify-items-center gap-2">
            <ButtonLink to="/dashboard/student">{m.dash_back_home()}</ButtonLink>
            <LocalLink to="/signup" className="text-link inline-flex min-h-11 items-center">
              {m.login_apply()}
            </LocalLink>
          </div>
        }
      />
    )
  return (
    <Page
      title={family ? m.dash_as_mentor() : m.dash_as_family()}
      text={family ? m.dash_as_mentor_text() : m.dash_as_family_text()}
      action={<SwitchRole to={wanted} look="filled" next={pathname + search} />}
    />
  )
}

function Page(state: { title: string; text: string; action: ReactNode }) {
  return (
    <main className="page-width py-8">
      <EmptyState heading="h1" drawing="lamp" {...state} />
    </main>
  )
}

/** A mentor dashboard without an application. */
export function MentorWithoutApplication() {
  return (
    <main className="page-width">
      <div className="mx-auto max-w-[480px] pb-4">
        <PageHeading title={m.dash_mentor_title()} />
        <div className="card">
          <NoApplication />
        </div>
      </div>
    </main>
  )
}
