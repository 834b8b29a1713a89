import type { DoorCode } from '#contract/classes/safety.ts'
import { m } from '#messages'
import { late } from '../../ui/late.tsx'
import { AddressDialog } from '../kit/address-dialog.tsx'
import type { Side } from '../kit/change-actions.tsx'
import type { DatedClass, ShownBooking } from '../kit/classes.ts'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import { useChangeResult } from '../kit/use-change-result.ts'
import type { RequestedOutcome } from './changes.server.ts'

const MentorClass = late('mentor-class', async () => (await import('./mentor-class.tsx')).MentorClass)
const OutcomeForm = late('change-outcome', async () => (await import('./change-outcome.tsx')).OutcomeForm)
const ProposeForm = late('propose-form', async () => (await import('./propose-form.tsx')).ProposeForm)
const ConcernForm = late('concern-form', async () => (await import('./concern-form.tsx')).ConcernForm)
const DoorCard = late('door-card', async () => (await import('./door-card.tsx')).DoorCard)

type Props = {
  active: readonly ShownBooking[]
  side: Side
  asked: RequestedOutcome | null
  door: (DoorCode & { of: string }) | null
  now: number
}

/** Whether the subject of a dialog still exists; it may have ended meanwhile. */
const stillExists: Record<string, (classes: readonly DatedClass[], of: string) => boolean> = {
  'answer-proposal': (classes, of) => classes.some(({ lesson }) => lesson.proposal?._id === of),
  'answer-absent': (classes, of) => classes.some(({ lesson }) => lesson._id === of && lesson.change?.status === 'open'),
  cancel: (classes, of) => classes.some(({ lesson }) => lesson._id === of),
  absent: (classes, of) => classes.some(({ lesson }) => lesson._id === of),
  propose: (classes, of) => classes.some(({ lesson }) => lesson._id === of),
  concern: (classes, of) => classes.some(({ lesson }) => lesson._id === of),
}

/** Dialogs to reschedule, cancel or report a lesson; the family's lesson dialog links here. */
export function ChangeDialogs({ active, side, asked, door, now }: Props) {
  const { idOf, close } = useDialogAddress()
  const classes = active.flatMap((booking) => booking.lessons.map((lesson) => ({ booking, lesson })))
  useChangeResult(close, ({ intent, of }) => stillExists[intent]?.(classes, of) ?? true)
  const find = (name: 'class' | 'cancel' | 'absent' | 'propose' | 'concern' | 'door') =>
    classes.find(({ lesson }) => lesson._id === idOf(name))
  const shown = find('class')
  const cancel = find('cancel')
  const absent = find('absent')
  const propose = find('propose')
  const concern = find('concern')
  const atDoor = find('door')
  const given = (id: string) => (asked?.of === id ? asked : null)
  const absentTitle = side === 'family' ? m.change_absent_family() : m.change_absent_mentor()
  return (
    <>
      {side === 'mentor' && (
        <AddressDialog open={shown !== undefined} title={m.dash_class_details()} onClose={close}>
          {shown && <MentorClass one={shown} now={now} />}
        </AddressDialog>
      )}
      <AddressDialog open={cancel !== undefined} title={m.change_cancel()} onClose={close}>
        {cancel && <OutcomeForm one={cancel} side={side} action="cancel" asked={given(cancel.lesson._id)} />}
      </AddressDialog>
      <AddressDialog open={absent !== undefined} title={absentTitle} onClose={close}>
        {absent && <OutcomeForm one={absent} side={side} action="absent" asked={given(absent.lesson._id)} />}
      </AddressDialog>
      <AddressDialog open={propose !== undefined} title={m.change_propose()} onClose={close}>
        {propose && <ProposeForm one={propose} side={side} now={now} />}
      </AddressDialog>
      <AddressDialog open={concern !== undefined} title={m.concern_title()} onClose={close}>
        {concern && <ConcernForm one={concern} side={side} />}
      </AddressDialog>
      <AddressDialog open={atDoor !== undefined && door !== null} title={m.door_title()} onClose={close}>
        {atDoor && door?.of === atDoor.lesson._id && <DoorCard one={atDoor} side={side} door={door} now={now} />}
      </AddressDialog>
    </>
  )
}
