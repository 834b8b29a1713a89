import { redirect } from 'react-router'
import { nextPath } from '../accounts/next-path.ts'
import { intentOf, readForm } from '../form.server.ts'
import { textOf } from '../form.ts'
import { localeOf, localHref } from '../locale.ts'
import type { Route } from './+types/keep.ts'
import { setShortlisted } from './shortlist.server.ts'

/** Handles the bookmark button. Without JavaScript it returns to the page. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form)
  const problem = await setShortlisted(context, textOf(form, 'mentor'), textOf(form, 'on') === '1')
  // Fetch requests accept anything; a browser navigation accepts text/html.
  if (!request.headers.get('accept')?.includes('text/html')) return { problem }
  const back = nextPath(textOf(form, 'back'), localeOf(new URL(request.url).pathname))
  throw redirect(
    problem === null && back !== null ? back : localHref(problem ? '/shortlist?refused' : '/shortlist'),
    303,
  )
}

let last: Promise<unknown> = Promise.resolve()

/** One after the other, because each answer replaces the cookie with the whole list. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const next = last.then(() => serverAction())
  last = next.catch(() => undefined)
  return next
}

export function loader() {
  return redirect(localHref('/shortlist'))
}
