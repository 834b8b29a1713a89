import { writeJournal } from '#server/ledger/ledger.ts'
import type { Transaction } from '#server/platform/database.ts'
import { lockMentor } from '#server/platform/locks.ts'
import * as rows from './rows.ts'

export const vendorIdOf = (mentorId: string): string => mentorId.replaceAll('-', '')

/** A transfer as the gateway is asked for it. */
export const partOf = ({ id, partId, key, vendorId, amountPaise, orderNumber, sessionId }: rows.Transfer) => ({
  transferId: id,
  partId,
  key,
  vendorId,
  amountPaise,
  note: orderNumber,
  sessionId,
})

/** From here on the money is on its way to the mentor's bank. */
const leftGateway = ({ id, amountPaise }: rows.Transfer) => ({
  kind: 'transfer_sent' as const,
  subjectId: id,
  lines: [
    { kind: 'transfers_payable' as const, amountPaise },
    { kind: 'gateway_receivable' as const, amountPaise: -amountPaise },
  ],
})

/** Records that the gateway took the money out of the hold. Call under the order's lock. @returns whether that is news */
export async function recordCarriedOut(
  tx: Transaction,
  transfer: rows.Transfer,
  status: 'sent' | 'settled',
  reference = '',
): Promise<boolean> {
  await lockMentor(tx, transfer.mentorId)
  const move = status === 'sent' ? 'send' : 'settle'
  if (!(await rows.moveTransfer(tx, transfer.id, move, { reference }))) return false
  if (transfer.kind === 'release') await writeJournal(tx, leftGateway(transfer))
  return true
}

/** The money is held again; what was released is owed to the mentor again. Call under the order's lock. */
export async function recordFailure(tx: Transaction, transfer: rows.Transfer, message: string): Promise<void> {
  await lockMentor(tx, transfer.mentorId)
  const before = await rows.moveTransfer(tx, transfer.id, 'fail', { message })
  if (!before || transfer.kind === 'return') return
  const { id, mentorId, amountPaise } = transfer
  await writeJournal(tx, {
    kind: 'transfer_failed',
    subjectId: id,
    lines: [
      { kind: before === 'due' ? 'transfers_payable' : 'gateway_receivable', amountPaise },
      { kind: 'mentor_payable', ownerId: mentorId, amountPaise: -amountPaise },
    ],
  })
}
