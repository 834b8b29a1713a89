export type ListQuery = Record<string, string>
/** State of a list page, kept in its URL. */
export type ListState = {
  /** The URL without its query. */
  path: string
  /** The valid parameters of the URL. */
  query: ListQuery
  sort: { by: string; order: 'asc' | 'desc' }
  total: number | { atLeast: number }
  previous: string | null
  next: string | null
}
/** State of a short list that shows all of its rows. */
export const wholeList = (path: string, rows: readonly unknown[], query: ListQuery = {}): ListState => ({
  path,
  query,
  sort: { by: '', order: 'asc' },
  total: rows.length,
  previous: null,
  next: null,
})

/** The URL of the list with some parameters changed; `null` removes one. Changing anything but the page returns to the first page. */
export function listHref(path: string, query: ListQuery, change: Record<string, string | null>): string {
  const { cursor: _, ...rest } = query
  const all = Object.entries({ ...rest, ...change }).filter((one): one is [string, string] => one[1] !== null)
  return all.length > 0 ? `${path}?${new URLSearchParams(all)}` : path
}

/** The URL of the CSV file of all pages, with the same filter and order. */
export function csvHref(url: string, { cursor: _, limit: __, ...query }: ListQuery): string {
  return `${url}?${new URLSearchParams(query)}`
}
