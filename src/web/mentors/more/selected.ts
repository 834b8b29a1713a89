import { loadSelectedOrFirst } from '../selected-data.server.ts'
import type { Route } from './+types/selected.ts'
import { catchLoadFailure } from './load-failure.ts'

/** Next page of the mentors below the selected ones. */
export async function loader({ context, url }: Route.LoaderArgs) {
  return { rest: (await loadSelectedOrFirst(context, url.searchParams)).rest }
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => catchLoadFailure(serverLoader)
