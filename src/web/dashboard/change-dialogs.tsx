import { m } from '#messages'
import { AddressDialog } from './address-dialog.tsx'
import { ChangeActions, ChangeState, ClassHead, type Side } from './change-actions.tsx'
import { OutcomeForm } from './change-outcome.tsx'
import type { AskedOutcome } from './changes.server.ts'
import type { ShownBooking } from './classes.ts'
import { useDialogAddress } from './dashboard-address.ts'
import { ProposeForm } from './propose-form.tsx'
import { useChanged } from './use-changed.ts'

type Props = { active: readonly ShownBooking[]; side: Side; asked: AskedOutcome | null; now: number }

/** The dialogs in which a side changes its mind about a class. The family's own class dialog leads here, too. */
export function ChangeDialogs({ active, side, asked, now }: Props) {
  const { idOf, close } = useDialogAddress()
  useChanged(close)
  const classes = active.flatMap((booking) => booking.lessons.map((lesson) => ({ booking, lesson })))
  const find = (name: 'class' | 'cancel' | 'absent' | 'propose') =>
    classes.find(({ lesson }) => lesson._id === idOf(name))
  const [shown, cancel, absent, propose] = [find('class'), find('cancel'), find('absent'), find('propose')]
  const given = (id: string) => (asked?.of === id ? asked : null)
  const absentTitle = side === 'family' ? m.change_absent_family() : m.change_absent_mentor()
  return (
    <>
      {side === 'mentor' && (
        <AddressDialog open={shown !== undefined} title={m.dash_class_details()} onClose={close}>
          {shown && (
            <>
              <ClassHead one={shown} side={side} />
              <ChangeState one={shown} side={side} />
              <ChangeActions lesson={shown.lesson} side={side} now={now} />
            </>
          )}
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
    </>
  )
}
