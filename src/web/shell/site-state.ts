import { useLocation, useRouteLoaderData } from 'react-router'
import type { FeatureFlag } from '#contract/settings/feature-flags.ts'
import { defaultPhone } from '#contract/wire/contact.ts'
import { plainPath } from '../locale.ts'
import type { Theme } from '../theme.ts'
import type { Viewer } from '../viewer.ts'

type Reach = { email: string; address: string; hours: readonly string[] }
type Known = {
  viewer: Viewer | null
  theme: Theme
  /** Ids of the mentors in the shortlist. */
  kept: readonly string[]
  /** The number families call. */
  callingNo: string
  /** Other ways to reach us, in the page's language. */
  reach: Reach
  /** Where else we can be followed. */
  social: readonly { name: string; href: string }[]
  /** What is turned off for now. */
  off: readonly FeatureFlag[]
  /** Places of this person, in words of the page's language. */
  links: readonly { to: string; label: string }[]
  /** Messages that this person has not read. */
  unread: number
}
const nobody: Known = {
  viewer: null,
  theme: 'device',
  kept: [],
  callingNo: defaultPhone,
  reach: { email: '', address: '', hours: [] },
  social: [],
  off: [],
  links: [],
  unread: 0,
}

/** What every page knows: who is looking, the theme, and the address without its language. */
export function useSite(): Known & { path: string; search: string; pathname: string } {
  const { pathname, search } = useLocation()
  return { ...nobody, ...useRouteLoaderData<Known>('root'), path: plainPath(pathname), search, pathname }
}

/** Where a person who is logged in starts. */
export function dashboardPath(userType: Viewer['userType']): string {
  return userType === 'admin' ? '/admin' : `/dashboard/${userType}`
}
