import { useLocation, useRouteLoaderData } from 'react-router'
import type { FeatureFlag } from '#contract/settings/feature-flags.ts'
import { defaultPhone } from '#contract/wire/contact.ts'
import { plainPath } from '../locale.ts'
import type { Theme } from '../theme.ts'
import type { Viewer } from '../viewer.ts'

type Reach = { email: string; address: string; hours: readonly string[]; legalName: string }
type Known = {
  viewer: Viewer | null
  theme: Theme
  /** Ids of shortlisted mentors. */
  kept: readonly string[]
  /** Phone number for families. */
  callingNo: string
  /** Contact details in the page's language. */
  reach: Reach
  /** Social links. */
  social: readonly { name: string; href: string }[]
  /** Features that are turned off. */
  off: readonly FeatureFlag[]
  /** Account links in the page's language. */
  links: readonly { to: string; label: string }[]
  /** Number of unread messages. */
  unread: number
}
const nobody: Known = {
  viewer: null,
  theme: 'device',
  kept: [],
  callingNo: defaultPhone,
  reach: { email: '', address: '', hours: [], legalName: '' },
  social: [],
  off: [],
  links: [],
  unread: 0,
}

/** Site state of every page: viewer, theme, and the URL without its language. */
export function useSite(): Known & { path: string; search: string; pathname: string } {
  const { pathname, search } = useLocation()
  return { ...nobody, ...useRouteLoaderData<Known>('root'), path: plainPath(pathname), search, pathname }
}

/** Start page of a role. */
export function dashboardPath(userType: Viewer['userType']): string {
  return userType === 'admin' ? '/admin' : `/dashboard/${userType}`
}
