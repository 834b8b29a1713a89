import { redirect } from 'react-router'
import type { Route } from './+types/set-theme.ts'
import { intentOf, readForm } from './form.server.ts'
import { textOf } from './form.ts'
import { isTheme, themeCookie } from './theme.ts'

/** Path of the page with the form, if it is on this site. */
function returnPath(wanted: string, request: Request): string {
  const ours = new URL(request.url).origin
  const from = wanted !== '' ? wanted : request.headers.get('referer')
  const url = URL.parse(from ?? '/', ours)
  return url?.origin === ours && !url.pathname.startsWith('//') ? url.pathname + url.search : '/'
}

export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request)
  intentOf(form)
  const theme = textOf(form, 'theme')
  const secure = request.url.startsWith('https:')
  return redirect(returnPath(textOf(form, 'back'), request), {
    status: 303,
    headers: isTheme(theme) ? { 'set-cookie': themeCookie(theme, secure) } : {},
  })
}

export function loader() {
  return redirect('/')
}
