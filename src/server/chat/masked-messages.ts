import type { ChatMessage } from '#contract/wire/live.ts'
import { type Masked, maskContacts, maskingVersion, maskPlainContacts } from '#server/platform/contacts/masking.ts'
import type { Db, Transaction } from '#server/platform/database.ts'
import { maskAcross, maskWithPart, partsAcross, reachAcross } from './masking-across.ts'
import { messagesAt, storeMasked, type TextRow, textsAround } from './message-rows.ts'
import type { MaskedParts, MessageRow } from './queries.ts'

type MessageKey = Pick<MessageRow, 'conversation' | 'seq'>
const keyOf = ({ conversation, seq }: MessageKey) => `${conversation} ${seq}`

const textOrNull = ({ isMasked, text }: Masked): string | null => (isMasked ? text : null)

/** The masked parts of a new message, computed before it is stored. File names are masked too, for example `9826014210.pdf`. */
export const maskedParts = (text: string, fileName: string | undefined): MaskedParts => ({
  maskedText: textOrNull(maskContacts(text)),
  maskedFileName: fileName === undefined ? null : textOrNull(maskPlainContacts(fileName)),
  maskingVersion,
})

/** Messages as their readers may see them. Masks those that were stored under older rules. */
export async function toReadable(
  db: Db,
  rows: readonly MessageRow[],
  isMasked: (row: MessageRow) => boolean,
): Promise<ChatMessage[]> {
  const stale = rows.filter((row) => row.maskingVersion !== maskingVersion && isMasked(row))
  const masked = stale.length === 0 ? new Map<string, MaskedParts>() : await maskAgain(db, stale)
  return rows.map((row) =>
    isMasked(row) ? toChatMessage({ ...row, ...masked.get(keyOf(row)) }, true) : toUnmasked(row),
  )
}

async function maskAgain(db: Db, rows: readonly MessageRow[]): Promise<Map<string, MaskedParts>> {
  const texts = maskRuns(await textsAround(db, rows, reachAcross))
  const masked = rows.map(({ conversation, seq, file }) => ({
    ...maskedParts('', file?.name),
    maskedText: texts.get(keyOf({ conversation, seq })) ?? null,
    conversation,
    seq,
  }))
  await storeMasked(db, masked, true)
  return new Map(masked.map((one) => [keyOf(one), one]))
}

/**
 * Masks the parts of a phone number that this new message completes.
 * @returns the messages whose masked text changed, the new one included
 */
export async function maskCompletedNumber(tx: Transaction, row: MessageRow): Promise<MessageRow[]> {
  const run = (await textsAround(tx, [row], reachAcross)).filter(({ seq }) => seq <= row.seq)
  const parts = partsAcross(run.map(({ text }) => text))
  const texts = new Map(
    run.flatMap(({ seq, text }, at) => {
      const part = parts[at]
      return part ? [[seq, maskWithPart(text, part).text] as const] : []
    }),
  )
  if (texts.size === 0) return []
  const found = await messagesAt(tx, row.conversation, [...texts.keys()])
  const changed = found
    .map((one) => ({ ...one, ...maskedParts('', one.file?.name), maskedText: texts.get(one.seq) ?? null }))
    .filter(({ maskedText }, at) => maskedText !== found[at]?.maskedText)
  if (changed.length > 0) await storeMasked(tx, changed, false)
  return changed
}

/** Masked text of each message, computed over consecutive messages of its sender; null where nothing is masked. */
function maskRuns(rows: readonly TextRow[]): Map<string, string | null> {
  const runs: TextRow[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    // A gap in the sequence starts a new run.
    if (run && last?.conversation === row.conversation && last.sender === row.sender && last.seq === row.previous)
      run.push(row)
    else runs.push([row])
  }
  return new Map(
    runs.flatMap((run) => {
      const masked = maskAcross(run.map(({ text }) => text))
      return run.map((row, at) => [keyOf(row), masked[at]?.isMasked ? masked[at].text : null] as const)
    }),
  )
}

/** A message without masking, for admins and for pairs with a booking. */
export const toUnmasked = (row: MessageRow): ChatMessage => toChatMessage(row, false)

function toChatMessage(row: MessageRow, masksContacts: boolean): ChatMessage {
  const { maskedText, maskedFileName } = masksContacts ? row : { maskedText: null, maskedFileName: null }
  return {
    _id: row._id,
    conversation: row.conversation,
    seq: row.seq,
    sender: row.sender,
    side: row.side,
    message: maskedText ?? row.message,
    isMasked: maskedText !== null || maskedFileName !== null,
    clientId: row.clientId,
    replyTo: row.replyTo,
    file: row.file && maskedFileName !== null ? { ...row.file, name: maskedFileName } : row.file,
    sentAt: row.sentAt.toISOString(),
  }
}
