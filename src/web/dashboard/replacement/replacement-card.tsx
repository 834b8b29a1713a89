import type { Replacement } from '#contract/money/replacements.ts'
import { firstName } from '#contract/wire/names.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { formatKm } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import { Photo } from '../../ui/photo.tsx'
import { Rating } from '../../ui/rating.tsx'
import { priceDifferenceText } from './replacement-text.ts'

/** A possible replacement: profile, monthly price, and minutes the balance buys. */
export function ReplacementCard({ mentor, to, hasTimes }: { mentor: Replacement; to: string; hasTimes: boolean }) {
  const {
    slug,
    fullName,
    profilePhoto,
    area,
    distance,
    rating,
    ratingCount,
    monthlyPrice,
    difference,
    isFree,
    minutes,
  } = mentor
  const place = [area, distance ? formatKm(distance) : ''].filter(Boolean).join(', ')
  return (
    <li className="card xl:grid xl:grid-cols-[minmax(240px,1fr)_300px_240px] xl:items-center xl:gap-6">
      <div className="flex items-start gap-3 lg:gap-4">
        <Photo src={profilePhoto} name={fullName} width={64} />
        <div className="min-w-0 grow">
          <h3 className="text-h3 max-sm:text-[17px]!">{fullName}</h3>
          <p className="text-small">
            <Rating value={rating} count={ratingCount} />
          </p>
          {place !== '' && <p className="text-muted text-small">{place}</p>}
          {!isFree && <p className="text-small">{m.replace_not_free()}</p>}
          {isFree && hasTimes && <p className="font-semibold text-small text-tick">{m.replace_free()}</p>}
          <LocalLink to={`/mentors/${slug}`} className="text-link inline-flex min-h-11 items-center">
            {m.card_view()}
          </LocalLink>
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 border-line border-t pt-3 xl:border-t-0 xl:pt-0">
        <div>
          <dt className="text-muted text-small">{m.replace_month()}</dt>
          <dd>
            <Money rupees={monthlyPrice} className="text-[20px]" />
            {difference !== 0 && <span className="block text-small">{priceDifferenceText(difference)}</span>}
          </dd>
        </div>
        <div>
          <dt className="text-muted text-small">{m.replace_buys()}</dt>
          <dd className="font-semibold text-ink">{minutesText(minutes)}</dd>
        </div>
      </dl>
      <ButtonLink to={to} look="outline" className="mt-4 max-sm:w-full xl:mt-0 xl:w-full">
        {m.replace_choose({ name: firstName(fullName) })}
      </ButtonLink>
    </li>
  )
}
