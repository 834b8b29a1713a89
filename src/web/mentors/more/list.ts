import { loadListOrFirst } from '../list-data.server.ts'
import type { Route } from './+types/list.ts'
import { catchLoadFailure } from './load-failure.ts'

/** Next page of the list. */
export async function loader({ context, url }: Route.LoaderArgs) {
  return { rest: (await loadListOrFirst(context, url.searchParams)).rest }
}

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => catchLoadFailure(serverLoader)
