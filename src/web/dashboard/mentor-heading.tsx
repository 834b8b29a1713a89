import type { OwnMentor } from '#contract/people/accounts.ts'
import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { Photo } from '../ui/photo.tsx'
import type { Viewer } from '../viewer.ts'
import { DisplaySwitch } from './display-switch.tsx'
import { SwitchRole } from './kit/switch-role-form.tsx'

/** Sizes at which a name takes two lines, on phones and beside the switch. */
function nameSize({ length }: string): string {
  if (length > 40) return 'max-sm:text-[15px]/[1.35] sm:text-[24px]/[1.25]! sm:max-xl:[-webkit-line-clamp:3]'
  return length > 26 ? 'max-sm:text-[17px]/[1.3] sm:text-[28px]/[1.25]!' : 'max-sm:text-[23px]/[1.25]'
}

/** Whose dashboard this is. */
export function MentorHeading({ mentor, roles }: { mentor: OwnMentor; roles: Viewer['roles'] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3 pt-6 pb-5 max-sm:gap-y-2 max-sm:pt-4 max-sm:pb-4 lg:pt-10">
      <div className="flex min-w-[200px] grow basis-0 items-center gap-3 sm:gap-4">
        <Photo src={mentor.profilePhoto} name={mentor.fullName} width={64} lazy={false} />
        <div className="min-w-0">
          <h1 className={`long-name text-h1 ${nameSize(mentor.fullName)}`}>{mentor.fullName}</h1>
          <p className="text-muted tabular-nums">
            {mentor.number}
            {mentor.isListed && (
              <>
                {' '}
                <LocalLink to={`/mentors/${mentor.slug}`} className="text-link ml-2 inline-block py-2.5">
                  {m.dash_see_profile()}
                </LocalLink>
              </>
            )}
          </p>
        </div>
      </div>
      <div className="w-full sm:w-auto sm:min-w-[360px] lg:w-[400px]">
        <DisplaySwitch mentor={mentor} />
      </div>
      {roles.includes('student') && (
        <div className="max-sm:order-last max-sm:w-full">
          <SwitchRole to="student" look="outline" />
        </div>
      )}
    </div>
  )
}
