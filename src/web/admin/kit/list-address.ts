export type Given = Record<string, string>
/** What a list's page needs besides its rows: the state of its address, and the addresses one step away from it. */
export type ListState = {
  /** The address without its query. */
  path: string
  /** What the address asks for, as far as it makes sense. */
  given: Given
  sort: { by: string; order: 'asc' | 'desc' }
  total: number | { atLeast: number }
  previous: string | null
  next: string | null
}
/** An address of the same list with something changed: `null` takes it out. Any other change begins on the first page. */
export function listHref(path: string, given: Given, change: Record<string, string | null>): string {
  const { cursor: _, ...rest } = given
  const all = Object.entries({ ...rest, ...change }).filter((one): one is [string, string] => one[1] !== null)
  return all.length > 0 ? `${path}?${new URLSearchParams(all)}` : path
}

/** The address of a list as a file: as it is filtered and sorted, all pages of it. */
export function fileHref(url: string, { cursor: _, limit: __, ...given }: Given): string {
  return `${url}?${new URLSearchParams(given)}`
}
