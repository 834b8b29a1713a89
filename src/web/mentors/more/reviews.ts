import { loadReviewsOrFirst } from '../reviews.server.ts'
import type { Route } from './+types/reviews.ts'
import { catchLoadFailure } from './or-lost.ts'

/** Further reviews of a mentor. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  return { reviews: await loadReviewsOrFirst(context, params.slug, url.searchParams) }
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => catchLoadFailure(serverLoader)
