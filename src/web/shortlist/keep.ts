import { redirect } from 'react-router'
import { nextPath } from '../accounts/next-path.ts'
import { intentOf, readForm } from '../form.server.ts'
import { textOf } from '../form.ts'
import { localeOf, localHref } from '../locale.ts'
import type { Route } from './+types/keep.ts'
import { setShortlisted } from './kept.server.ts'

/** A press of a bookmark. Forms sent before scripts go back to where they stood. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form)
  const problem = await setShortlisted(context, textOf(form, 'mentor'), textOf(form, 'on') === '1')
  // Scripts ask for anything, a browser that moves on asks for a page.
  if (!request.headers.get('accept')?.includes('text/html')) return { problem }
  const back = nextPath(textOf(form, 'back'), localeOf(new URL(request.url).pathname))
  throw redirect(
    problem === null && back !== null ? back : localHref(problem ? '/shortlist?refused' : '/shortlist'),
    303,
  )
}

export function loader() {
  return redirect(localHref('/shortlist'))
}
