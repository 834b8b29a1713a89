import { redirect } from 'react-router'
import { mentorFilter, oneMentor } from '#contract/mentors/mentors.ts'
import { m } from '#messages'
import { isStatus, readApi } from '../api.ts'
import { localHref } from '../locale.ts'
import { pageHead } from '../seo/head.server.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Chip, ChipRow } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Money } from '../ui/money.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import type { Route } from './+types/reviews-page.ts'
import { cardOf } from './card.server.ts'
import { placeNames } from './places.server.ts'
import { ReviewFigures } from './review-figures.tsx'
import { ReviewList } from './review-list.tsx'
import { reviewsOnPage } from './reviews.server.ts'
import './profile.css'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const profile = localHref(`/mentors/${encodeURIComponent(params.slug)}`)
  const { data: mentor } = await readApi(context, oneMentor, { params: { id: params.slug }, query: {} }).catch(
    (error: unknown) => {
      // The profile page explains why the mentor is unavailable.
      throw isStatus(error, 400, 404, 410) ? redirect(profile) : error
    },
  )
  const path = `/mentors/${mentor.slug}/reviews`
  if (mentor.slug !== params.slug) throw redirect(localHref(path + url.search), 301)
  const reviews = await reviewsOnPage(context, mentor.slug, url.searchParams)
  const { fullName: name, location } = mentor
  const area = placeNames.area(location.area) || placeNames.city(location.city)
  const head = pageHead(context, {
    path,
    title: m.review_page({ name }),
    description: m.review_page_text({ name, area }),
    listed: false,
  })
  const { price, priceUnit } = cardOf(mentor, mentorFilter.parse({}), location.city)
  return { name, slug: mentor.slug, path, reviews, price, priceUnit, head }
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

/** All reviews of a mentor, page by page. */
export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  const { name, slug, path, reviews, price, priceUnit } = loaderData
  return (
    <>
      <main className="page-width max-w-[840px]">
        <PageHeading
          title={m.review_page({ name })}
          text={reviews.total === 0 ? m.review_none() : m.review_who_may()}
          back={{ to: `/mentors/${slug}`, label: m.review_page_back() }}
        />
        <ReviewFigures reviews={reviews} />
        {!reviews.isFirst && !reviews.only && (
          <LocalLink to={path} className="text-link inline-flex min-h-11 items-center">
            {m.review_newest()}
          </LocalLink>
        )}
        {reviews.only && (
          <ChipRow label={m.list_chosen()}>
            <li>
              <Chip to={path} label={m.list_remove({ name: reviews.only })}>
                {reviews.only}
              </Chip>
            </li>
          </ChipRow>
        )}
        <div className="mt-6">
          <ReviewList key={reviews.next ?? reviews.shown[0]?.id} reviews={reviews} />
        </div>
      </main>
      {price !== null && (
        <aside className="book-bar reviews-bar" aria-label={m.book_now()}>
          <p>
            <b className="block text-ink max-[899px]:hidden">{name}</b>
            <Money rupees={price} className="text-[22px]" /> <span className="text-small text-muted">{priceUnit}</span>
          </p>
          <ButtonLink
            look="outline"
            square
            to={`/chat/${slug}`}
            aria-label={m.profile_send()}
            icon={<Icon name="message-circle" size={22} />}
          />
          <ButtonLink to={`/mentors/${slug}#book`}>{m.book_now()}</ButtonLink>
        </aside>
      )}
    </>
  )
}
