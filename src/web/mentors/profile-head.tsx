import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { m } from '#messages'
import { Badge } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Photo } from '../ui/photo.tsx'
import { Rating } from '../ui/rating.tsx'
import { ContactButtons } from './booking.tsx'
import { fromList } from './filter-address.ts'
import { hasLongWord } from './mentor-card.tsx'
import type { ProfileData } from './profile-data.server.ts'
import { ShortlistButton } from './shortlist-button.tsx'

/** Profile header. */
export function ProfileHead({ mentor }: { mentor: ProfileData }) {
  const { back, name } = mentor
  const { state } = useLocation()
  const navigate = useNavigate()
  // From the list, go back in history to keep its filters and scroll position.
  const goBack = (event: MouseEvent) => {
    if (state !== fromList) return
    event.preventDefault()
    navigate(-1)
  }
  return (
    <>
      <div className="kraft profile-band" aria-hidden="true" />
      <header className="profile-head">
        <div className="-mr-3 mb-2 flex items-center justify-between lg:mr-0">
          <LocalLink
            to={back?.to ?? '/mentors'}
            onClick={goBack}
            className="text-link -ml-1 inline-flex min-h-11 items-center gap-1"
          >
            <Icon name="chevron-left" size={20} />
            {back ? m.profile_back_area({ area: back.area }) : m.profile_back()}
          </LocalLink>
          <ShortlistButton id={mentor.id} name={name} />
        </div>
        <div className="profile-who">
          <Photo src={mentor.photo} name={name} width={148} lazy={false} />
          <div className="grid justify-items-start gap-1">
            <Badge kind={mentor.tier}>{mentor.tierName}</Badge>
            <h1 className={`${hasLongWord(name) ? 'text-h2' : 'text-h1 max-sm:text-[24px]'} mt-1 wrap-anywhere`}>
              {name}
            </h1>
            <p>{mentor.line}</p>
            <p className="dotted">
              <span>
                <Rating value={mentor.rating} count={mentor.ratingCount} />
              </span>
              <span>{mentor.experience}</span>
            </p>
          </div>
          <div className="profile-more grid gap-3">
            <ul className="flex flex-wrap gap-2">
              {mentor.badges.map((subject) => (
                <li key={subject} className="badge bg-surface">
                  {subject}
                </li>
              ))}
            </ul>
            <p className="flex gap-1">
              <Icon name="map-pin" size={20} className="mt-0.5 flex-none" />
              <span>{mentor.place}</span>
            </p>
            <div className="max-lg:hidden [&_.btn]:bg-surface">
              <ContactButtons mentor={mentor} />
            </div>
          </div>
        </div>
      </header>
    </>
  )
}
