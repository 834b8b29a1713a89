import type { OwnMentor } from '#contract/people/accounts.ts'
import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { Photo } from '../ui/photo.tsx'
import type { Viewer } from '../viewer.ts'
import { SwitchRole } from './kit/switch-role-form.tsx'

type Props = {
  mentor: OwnMentor
  roles: Viewer['roles']
  /** Whether nothing below is the page's title. */
  isTitle: boolean
}

/** Whose dashboard this is. */
export function MentorHeading({ mentor, roles, isTitle }: Props) {
  const Name = isTitle ? 'h1' : 'p'
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3 py-6 max-sm:gap-y-2 max-sm:pt-4">
      <div className="flex min-w-[200px] grow basis-0 items-center gap-3 sm:gap-4">
        <Photo src={mentor.profilePhoto} name={mentor.fullName} width={48} lazy={false} />
        <div className="min-w-0">
          <Name
            className={`long-name font-semibold text-[18px]/[1.3] text-ink ${mentor.fullName.length > 26 ? 'max-sm:text-[15px]!' : ''}`}
          >
            {mentor.fullName}
          </Name>
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
      {roles.includes('student') && (
        <div className="max-sm:w-full">
          <SwitchRole to="student" look="outline" />
        </div>
      )}
    </div>
  )
}
