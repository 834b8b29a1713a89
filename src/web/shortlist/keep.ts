import { redirect } from 'react-router'
import { nextPath } from '../accounts/next-path.ts'
import { localeOf, localHref } from '../locale.ts'
import type { Route } from './+types/keep.ts'
import { keep } from './kept.server.ts'

/** A press of a bookmark. Forms sent before scripts go back to where they stood. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const problem = await keep(context, String(form.get('mentor')), form.get('on') === '1')
  // Scripts ask for anything, a browser that moves on asks for a page.
  if (!request.headers.get('accept')?.includes('text/html')) return { problem }
  const back = nextPath(form.get('back'), localeOf(new URL(request.url).pathname))
  throw redirect(
    problem === null && back !== null ? back : localHref(problem ? '/shortlist?refused' : '/shortlist'),
    303,
  )
}

export function loader() {
  return redirect(localHref('/shortlist'))
}
