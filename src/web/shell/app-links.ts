import { m } from '#messages'
import type { IconName } from '../ui/icon-names.ts'
import type { Viewer } from '../viewer.ts'
import { dashboardPath } from './site-state.ts'

/** An entry of the signed-in app; `isBarred` ones are in the bar on phones. */
export type AppLink = { to: string; icon: IconName; label: string; isBarred: boolean }

/** Whether a page belongs to the signed-in app: it has a bar or rail and no footer. */
export const isAppPath = (path: string): boolean =>
  /^\/(dashboard|bookings|chat|cases|news|payment-status|payouts)(\/|$)/.test(path)

/** Entries of the app of a family or a mentor, in order. */
export function appLinks(userType: Viewer['userType']): AppLink[] {
  const home = dashboardPath(userType)
  const link = (to: string, icon: IconName, label: string, isBarred = true) => ({ to, icon, label, isBarred })
  const messages = link('/chat', 'message-circle', m.shell_messages())
  const more = link('/dashboard/more', 'menu', m.shell_more())
  return userType === 'mentor'
    ? [
        link(home, 'sun', m.dash_today()),
        link(`${home}/students`, 'users', m.shell_students()),
        link(`${home}/calendar`, 'calendar-days', m.calendar_title(), false),
        messages,
        link(`${home}/earnings`, 'indian-rupee', m.shell_earnings()),
        link(`${home}/profile`, 'badge-check', m.shell_profile(), false),
        more,
      ]
    : [
        link(home, 'house', m.shell_home()),
        link(`${home}/classes`, 'calendar-days', m.shell_classes()),
        messages,
        link(`${home}/payments`, 'indian-rupee', m.shell_payments()),
        more,
      ]
}

/** Pages below an entry that has another address. */
const parents: readonly (readonly [page: RegExp, entry: RegExp])[] = [
  [/\/settings\/tax/, /earnings|more/],
  [/\/payouts\//, /earnings/],
  [/\/(bookings|time|another-mentor|timetable|cases)\//, /classes|students/],
  [/\/availability/, /calendar/],
  [/\/(settings|cases|news)/, /more/],
  [/\/payment-status/, /payments|earnings/],
  [/\/chat/, /chat/],
]

/** The entry that a page belongs to. */
export function currentLink(links: readonly AppLink[], path: string): AppLink | undefined {
  const entry = parents.find(([page]) => page.test(path))?.[1]
  return links.find(({ to }) => (entry ? entry.test(to) : to === path))
}
