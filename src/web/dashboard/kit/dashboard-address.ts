import { useLocation, useNavigate, useNavigation } from 'react-router'
import { plainPath } from '../../locale.ts'
import { otherDataUnless } from '../../other-data.ts'

/**
 * Dashboard dialogs, opened by a query parameter with an id: of a booking for schedule, address and review; of a
 * lesson for attend, class, lesson, propose, concern, door, cancel and absent; of a record for problem, code and note; of a review for
 * reply and report; of a credit or booking for plan; of a learner, or `new`, for edit.
 */
const instantDialogs = [
  'schedule',
  'address',
  'attend',
  'class',
  'problem',
  'lesson',
  'plan',
  'propose',
  'concern',
  'review',
  'reply',
  'report',
  'code',
  'note',
  'edit',
] as const
/** Dialogs that load something from the server. */
const loadedDialogs = ['cancel', 'absent', 'door'] as const
const dialogs = [...instantDialogs, ...loadedDialogs] as const
export type DialogName = (typeof dialogs)[number]

function without(search: string): URLSearchParams {
  const rest = new URLSearchParams(search)
  for (const name of [...dialogs, 'done']) rest.delete(name)
  return rest
}

/** Path without language to return to after a form that was sent without scripts: the same tab, with its dialog closed. */
export function addressAfter({ url }: Request): string {
  const { pathname, search } = new URL(url)
  const rest = without(search).toString()
  return plainPath(pathname) + (rest && `?${rest}`)
}

/** Reads the open dialog from the URL and builds links to open and close dialogs. */
export function useDialogAddress() {
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  // Use the pending location at once: dialogs need no loading.
  const pending = navigation.formMethod === undefined ? navigation.location : undefined
  const { pathname, search } = pending?.pathname === location.pathname ? pending : location
  const params = new URLSearchParams(search)
  const open = dialogs.find((name) => params.has(name))
  const id = open ? params.get(open) : null
  const rest = without(search).toString()
  return {
    /** Id of an open dialog; null when closed. */
    idOf: (name: DialogName): string | null => (open === name ? id : null),
    /** Path without language that opens a dialog. */
    to: (name: DialogName, of: string): string => {
      const next = without(search)
      next.set(name, of)
      return `${plainPath(pathname)}?${next}`
    },
    /** Path without language that closes the dialog. */
    closed: plainPath(pathname) + (rest && `?${rest}`),
    close: () => {
      if (open) navigate(`${pathname}?${rest}`, { replace: true, preventScrollReset: true })
    },
  }
}

/** Switching tabs or dialogs needs no reload of data. */
export const isNewData = otherDataUnless(...instantDialogs, 'done', 'tab', 'learner')
