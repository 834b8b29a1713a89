import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** A `shouldRevalidate` for a page that shows the same data whatever these parameters of its address say. */
export function otherDataUnless(...names: readonly string[]) {
  const without = ({ pathname, search }: URL) => {
    const rest = new URLSearchParams(search)
    for (const name of names) rest.delete(name)
    return `${pathname}?${rest}`
  }
  return ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean => {
    const moved = currentUrl.search !== nextUrl.search
    return formMethod === undefined && moved && without(currentUrl) === without(nextUrl)
      ? false
      : defaultShouldRevalidate
  }
}
