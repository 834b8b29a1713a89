import { reviewsOnPage } from '../reviews.server.ts'
import type { Route } from './+types/reviews.ts'
import { catchLoadFailure } from './load-failure.ts'

/** Next page of a mentor's reviews. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  return { reviews: await reviewsOnPage(context, params.slug, url.searchParams) }
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => catchLoadFailure(serverLoader)
