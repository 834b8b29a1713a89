import { useEffect, useState } from 'react'
import type { ChatMessage } from '#contract/wire/live.ts'
import { useLive } from '../realtime.ts'
import { callApi, createChatApi } from './chat-api.ts'
import { partiesWithUnsent, unsentMessages } from './chat-storage.ts'
import type { InboxRow, Me } from './conversations.ts'

type Page = { rows: InboxRow[]; nextCursor: string | null }
type Reply = { data: InboxRow[]; nextCursor: string | null }

const byTime = (one: InboxRow, two: InboxRow) => two.lastAt.localeCompare(one.lastAt)

/** The row of a conversation with a new message applied. */
function withMessage(row: InboxRow, one: ChatMessage, me: Me): InboxRow {
  if (one.conversation !== row._id || one.seq < row.lastSeq) return row
  if (one.seq === row.lastSeq) return { ...row, last: one }
  const unread = one.sender === me.id ? row.unread : row.unread + 1
  return { ...row, last: one, lastSeq: one.seq, lastAt: one.sentAt, unread }
}

/** The live inbox: events update it, and every connect reloads its first page. */
export function useInbox(me: Me, open: string | null, first: Page) {
  const [list, setList] = useState<Page>({ rows: first.rows, nextCursor: first.nextCursor })
  useEffect(() => setList({ rows: first.rows, nextCursor: first.nextCursor }), [first.rows, first.nextCursor])

  const read = async (cursor?: string) => {
    const query = cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`
    const answer = await callApi<Reply>('GET', `/api/chat/conversations${query}`)
    if (!answer.ok) return
    const { data, nextCursor } = answer.data
    setList((old) => {
      const rest = old.rows.filter(({ _id }) => !data.some((one) => one._id === _id))
      const isWhole = cursor !== undefined || rest.length === 0
      // Rows updated by events during the request are newer.
      const now = data.map(
        (row) => old.rows.find(({ _id, lastSeq }) => _id === row._id && lastSeq > row.lastSeq) ?? row,
      )
      return { rows: [...rest, ...now].sort(byTime), nextCursor: isWhole ? nextCursor : old.nextCursor }
    })
  }
  const refresh = () => void read().catch(() => {})

  const note = (one: ChatMessage) =>
    setList((old) => ({ ...old, rows: old.rows.map((row) => withMessage(row, one, me)).sort(byTime) }))
  useLive(true, 'message-changed', note)
  useLive(
    true,
    'message-added',
    (one) => {
      const isKnown = list.rows.some(({ _id }) => _id === one.conversation)
      if (!isKnown) return refresh()
      note(one)
    },
    () => {
      refresh()
      sendUnsent(me.id, open).catch(() => {})
    },
  )
  useLive(true, 'message-state', ({ conversation, side, delivered, read: upTo }) =>
    setList((old) => ({
      ...old,
      rows: old.rows.map((row) => {
        if (row._id !== conversation) return row
        const marks = { delivered, read: upTo }
        return side === me.side
          ? { ...row, mine: marks, unread: upTo >= row.lastSeq ? 0 : row.unread }
          : { ...row, theirs: marks }
      }),
    })),
  )
  useLive(true, 'chat-changed', refresh)
  return {
    ...list,
    more: () => (list.nextCursor === null ? Promise.resolve() : read(list.nextCursor)),
  }
}

/** Sends stored messages of conversations that are not open, because their sender may never reopen them. */
async function sendUnsent(me: string, open: string | null): Promise<void> {
  for (const other of partiesWithUnsent(me)) {
    if (other === open) continue
    const unsent = unsentMessages(me, other)
    for (const one of unsent.all()) {
      if (one.error) continue
      const reply = await createChatApi(me, other).send(one)
      // A refused message waits in its conversation, where the sender sees why.
      if (!reply.ok) break
      unsent.remove(one.clientId)
    }
  }
}
