import { localHref } from '../../locale.ts'

/** Address of the page that a tab became, with the rest of the query: messages sent earlier link to tabs. */
export function movedTab({ searchParams }: URL, pages: Readonly<Record<string, string>>): string | null {
  const page = pages[searchParams.get('tab') ?? '']
  if (!page) return null
  const rest = new URLSearchParams(searchParams)
  rest.delete('tab')
  return localHref(rest.size > 0 ? `${page}?${rest}` : page)
}
