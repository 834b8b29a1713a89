import type { ClassAddress } from '#contract/classes/addresses.ts'
import type { Lesson } from '#contract/classes/bookings.ts'
import { m } from '#messages'
import type { Option } from '../ui/field.tsx'
import { late } from '../ui/late.tsx'
import { useToast } from '../ui/toast.tsx'
import { ProblemDialog } from './changes/problem-dialog.tsx'
import { AddressDialog } from './kit/address-dialog.tsx'
import { isDisputed, type ShownBooking } from './kit/classes.ts'
import { useDialogAddress } from './kit/dashboard-address.ts'
import type { FormFetcher } from './kit/dashboard-form.tsx'
import { useSharedFetcher } from './kit/use-shared-fetcher.ts'

const ClassDetails = late('class-details', async () => (await import('./kit/class-details.tsx')).ClassDetails)
const AddressForm = late('address-form', async () => (await import('./bookings/address-form.tsx')).AddressForm)

export type Where = { cities: readonly Option[]; kept: Record<string, ClassAddress | null> }
type Props = {
  active: readonly ShownBooking[]
  tick: FormFetcher
  /** The cities of an address, and what is kept for each learner. */
  where: Where
  now: number
}

const canReport = (lesson: Lesson): boolean => lesson.status === 'held' && !lesson.settled && !isDisputed(lesson)

/** The dialogs of the family's dashboard, each as the address asks. An id that is not here opens nothing. */
export function FamilyDialogs({ active, tick, where, now }: Props) {
  const { idOf, to, close } = useDialogAddress()
  const toast = useToast()
  const told = useSharedFetcher('address', () => {
    toast({ title: m.address_saved() })
    close()
  })
  const placed = active.find(({ _id }) => _id === idOf('address'))
  const classes = active.flatMap((booking) => booking.lessons.map((lesson) => ({ booking, lesson })))
  const shown = classes.find(({ lesson }) => lesson._id === idOf('class'))
  const problem = classes.flatMap(({ booking, lesson }) =>
    lesson.record && lesson.record._id === idOf('problem') && canReport(lesson)
      ? [{ booking, lesson, record: lesson.record }]
      : [],
  )[0]
  return (
    <>
      <AddressDialog open={shown !== undefined} title={m.dash_class_details()} onClose={close}>
        {shown && (
          <ClassDetails one={shown} tick={tick} now={now} problemTo={to('problem', shown.lesson.record?._id ?? '')} />
        )}
      </AddressDialog>
      <AddressDialog open={placed !== undefined} title={m.address_where()} onClose={close}>
        {placed && (
          <AddressForm
            key={placed._id}
            booking={placed}
            kept={where.kept[placed.learner._id] ?? null}
            cities={where.cities}
            fetcher={told}
          />
        )}
      </AddressDialog>
      <ProblemDialog one={problem} />
    </>
  )
}
