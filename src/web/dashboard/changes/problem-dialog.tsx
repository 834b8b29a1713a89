import { m } from '#messages'
import { late } from '../../ui/late.tsx'
import { AddressDialog } from '../kit/address-dialog.tsx'
import type { ReportableClass } from '../kit/classes.ts'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import { useDisputeResult } from '../kit/use-dispute-result.ts'

const DisputeForm = late('dispute-form', async () => (await import('./dispute-form.tsx')).DisputeForm)

/** The dialog of the address that reports a class; undefined opens nothing. */
export function ProblemDialog({ one }: { one: ReportableClass | undefined }) {
  const { close } = useDialogAddress()
  useDisputeResult(close)
  return (
    <AddressDialog open={one !== undefined} title={m.dash_problem()} onClose={close}>
      {one && <DisputeForm one={one} />}
    </AddressDialog>
  )
}
