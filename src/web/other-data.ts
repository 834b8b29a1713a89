import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** A `shouldRevalidate` for pages whose data does not depend on these search parameters. */
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
