export type Given = Record<string, string>
/** State of a list page in its URL, and URLs that change one part of it. */
export type ListState = {
  /** The URL without its query. */
  path: string
  /** The valid parameters of the URL. */
  given: Given
  sort: { by: string; order: 'asc' | 'desc' }
  total: number | { atLeast: number }
  previous: string | null
  next: string | null
}
/** The URL of the list with some parameters changed; `null` removes one. Changing anything but the page returns to the first page. */
export function listHref(path: string, given: Given, change: Record<string, string | null>): string {
  const { cursor: _, ...rest } = given
  const all = Object.entries({ ...rest, ...change }).filter((one): one is [string, string] => one[1] !== null)
  return all.length > 0 ? `${path}?${new URLSearchParams(all)}` : path
}

/** The URL of the CSV file of all pages, with the same filter and order. */
export function fileHref(url: string, { cursor: _, limit: __, ...given }: Given): string {
  return `${url}?${new URLSearchParams(given)}`
}
