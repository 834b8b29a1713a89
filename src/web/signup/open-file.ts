import { redirect } from 'react-router'
import { mediaLink } from '#contract/reference/media.ts'
import { readApi } from '../api.ts'
import type { Route } from './+types/open-file.ts'

/** Redirects the applicant to a private file of the application. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { data } = await readApi(context, mediaLink, { params })
  const { pathname, search } = new URL(data.url)
  return redirect(pathname + search)
}
