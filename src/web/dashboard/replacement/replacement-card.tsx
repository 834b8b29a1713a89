import type { Replacement, ReplacementChoice } from '#contract/money/replacements.ts'
import { firstName } from '#contract/wire/names.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { formatKm } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import { Photo } from '../../ui/photo.tsx'
import { Rating } from '../../ui/rating.tsx'
import { freeText, priceDifferenceText } from './replacement-text.ts'

type Props = { mentor: Replacement; to: string; times: ReplacementChoice['weekTimes'] }

/** A possible replacement: profile, monthly price, and minutes the balance buys. */
export function ReplacementCard({ mentor, to, times }: Props) {
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
    <li className="card">
      <div className="flex items-start gap-3 lg:gap-4">
        <Photo src={profilePhoto} name={fullName} width={64} />
        <div className="min-w-0 grow">
          <h3 className="text-h3 max-sm:text-[17px]!">{fullName}</h3>
          <p className="text-small">
            <Rating value={rating} count={ratingCount} />
          </p>
          {place !== '' && <p className="text-muted text-small">{place}</p>}
          <p className={`text-small empty:hidden ${isFree ? 'font-semibold text-tick' : ''}`}>
            {freeText(mentor, times)}
          </p>
          <LocalLink to={`/mentors/${slug}`} className="text-link inline-flex min-h-11 items-center">
            {m.card_view()}
          </LocalLink>
        </div>
      </div>
      <div className="grid gap-4 border-line border-t pt-3 sm:flex sm:items-end sm:justify-between">
        <dl className="grid grid-cols-2 gap-x-4 sm:gap-x-8">
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
        <ButtonLink to={to} look="outline" className="flex-none max-sm:w-full">
          {m.replace_choose({ name: firstName(fullName) })}
        </ButtonLink>
      </div>
    </li>
  )
}
