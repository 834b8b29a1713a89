import { useLocation, useNavigate, useNavigation } from 'react-router'
import { plainPath } from '../../locale.ts'
import { otherDataUnless } from '../../other-data.ts'

/**
 * The dialogs of a dashboard: each is open while its name stands in the address with an id, of a booking for
 * schedule, address, sheet and review, of a lesson for attend, class, lesson, propose, cancel and absent, of a record for problem, code and
 * note, of a review for reply and report, of a credit or booking for plan, of a learner, or `new`, for edit.
 */
const shownAtOnce = [
  'schedule',
  'address',
  'attend',
  'sheet',
  'class',
  'problem',
  'lesson',
  'plan',
  'propose',
  'review',
  'reply',
  'report',
  'code',
  'note',
  'edit',
] as const
/** Of these the server says first what they would cost. */
const asked = ['cancel', 'absent'] as const
const dialogs = [...shownAtOnce, ...asked] as const
export type DialogName = (typeof dialogs)[number]

function without(search: string): URLSearchParams {
  const rest = new URLSearchParams(search)
  for (const name of [...dialogs, 'done']) rest.delete(name)
  return rest
}

/** Which dialog the address asks for, how to open another and how to close it. */
export function useDialogAddress() {
  const location = useLocation()
  const navigation = useNavigation()
  const navigate = useNavigate()
  // The place being gone to counts already: everything a dialog shows is here.
  const going = navigation.formMethod === undefined ? navigation.location : undefined
  const { pathname, search } = going?.pathname === location.pathname ? going : location
  const params = new URLSearchParams(search)
  const open = dialogs.find((name) => params.has(name))
  const id = open ? params.get(open) : null
  return {
    /** The id a dialog is open for, null when it is closed. */
    idOf: (name: DialogName): string | null => (open === name ? id : null),
    /** Address, without language, that opens a dialog. */
    to: (name: DialogName, of: string): string => {
      const next = without(search)
      next.set(name, of)
      return `${plainPath(pathname)}?${next}`
    },
    close: () => {
      const next = without(search)
      if (open) navigate(`${pathname}?${next}`, { replace: true, preventScrollReset: true })
    },
  }
}

/** Another tab or dialog needs no new data. */
export const isNewData = otherDataUnless(...shownAtOnce, 'done', 'tab', 'learner')
