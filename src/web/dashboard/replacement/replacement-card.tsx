import type { Replacement, ReplacementChoice } from '#contract/money/replacements.ts'
import { firstName } from '#contract/wire/names.ts'
import { m } from '#messages'
import { minutesText } from '../../minutes-text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { type CheckItem, CheckStrip } from '../../ui/check-strip.tsx'
import { formatKm } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { Money } from '../../ui/money.tsx'
import { Photo } from '../../ui/photo.tsx'
import { Rating } from '../../ui/rating.tsx'
import { freeText, priceDifferenceText } from './replacement-text.ts'

type Props = {
  mentor: Replacement
  /** As on other cards of mentors; undefined for one who is not listed any more. */
  facts: { line: string; experience: string; checks: readonly CheckItem[] } | undefined
  to: string
  times: ReplacementChoice['weekTimes']
}

/** A possible replacement: profile, checks, monthly price, and minutes the balance buys. */
export function ReplacementCard({ mentor, facts, to, times }: Props) {
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
  const place = [area, distance === 0 ? m.replace_own_area() : distance !== null && formatKm(distance)]
    .filter(Boolean)
    .join(', ')
  return (
    <li className="card relative grid gap-3">
      <div className="flex items-start gap-3 lg:gap-4">
        <Photo src={profilePhoto} name={fullName} width={84} />
        <div className="min-w-0 grow text-small">
          <h3 className="text-h3 max-sm:text-[17px]! sm:pr-28">
            <LocalLink to={`/mentors/${slug}`} className="hover:underline">
              {fullName}
            </LocalLink>
          </h3>
          <p className="text-muted empty:hidden">{facts?.line}</p>
          <p className="flex flex-wrap items-center gap-x-2">
            <Rating value={rating} count={ratingCount} />
            <span className="text-muted">{facts?.experience}</span>
          </p>
          {place !== '' && (
            <p className="flex gap-1">
              <Icon name="map-pin" size={18} className="mt-px flex-none" />
              {place}
            </p>
          )}
          <p className={`empty:hidden ${isFree ? 'font-semibold text-tick' : ''}`}>{freeText(mentor, times)}</p>
        </div>
      </div>
      {facts && facts.checks.length > 0 && <CheckStrip checks={facts.checks} />}
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3 lg:flex-nowrap">
        <dl className="grid w-full grid-cols-2 gap-x-4 lg:w-auto lg:grow lg:grid-cols-[9rem_1fr]">
          <div>
            <dt className="text-muted text-small">{m.replace_month()}</dt>
            <dd>
              <Money rupees={monthlyPrice} className="text-[20px]" />
              <span className="block text-small">{priceDifferenceText(difference)}</span>
            </dd>
          </div>
          <div>
            <dt className="text-muted text-small">{m.replace_buys()}</dt>
            <dd className="amount text-[20px]">{minutesText(minutes)}</dd>
          </div>
        </dl>
        <ButtonLink to={to} look="outline" className="max-sm:w-full lg:min-w-[13.5rem]">
          {m.replace_choose({ name: firstName(fullName) })}
        </ButtonLink>
      </div>
      <LocalLink
        to={`/mentors/${slug}`}
        className="text-link inline-flex min-h-11 items-center justify-center max-sm:-my-2 sm:absolute sm:top-2 sm:right-4 lg:right-5"
      >
        {m.card_view()}
      </LocalLink>
    </li>
  )
}
