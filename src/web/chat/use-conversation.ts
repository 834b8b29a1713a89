import { useEffect, useReducer, useRef, useState } from 'react'
import type { Conversation } from '#contract/chat/chat.ts'
import type { ChatMessage } from '#contract/wire/live.ts'
import { connectErrorOf, liveSocket } from '../realtime.ts'
import { createChatApi, fetchConversation, LoggedOutError, sendReadMark } from './chat-api.ts'
import { unsentMessages } from './chat-storage.ts'
import type { Me, Other } from './conversations.ts'
import { createMessageStore, type MessageStore } from './message-store.ts'

type ConversationInput = {
  me: Me
  other: Other
  conversation: Conversation | null
  first: { page: ChatMessage[]; isFirst: boolean }
}

const refreshMs = 30_000
const typingShownMs = 4_000
const isFocused = () => document.visibilityState === 'visible' && document.hasFocus()

/**
 * A conversation in this window: messages, outbox and the other side's state. Catches up at every connect, when the window becomes
 * visible and every 30 seconds while visible, so that lost events do no harm.
 */
export function useConversation({ me, other, conversation, first }: ConversationInput) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [current, setStore] = useState<MessageStore | null>(null)
  const [head, setHead] = useState(conversation)
  const [isLoggedOut, setLoggedOut] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const headRef = useRef(head)
  headRef.current = head
  const latest = useRef({ first, isAtEnd: true, read: () => {} })

  useEffect(() => {
    const store = createMessageStore(
      {
        ...createChatApi(me.id, other._id),
        outbox: unsentMessages(me.id, other._id),
        onChange: redraw,
        createId: () => crypto.randomUUID(),
        delay: (ms) => new Promise((done) => setTimeout(done, ms)),
      },
      latest.current.first,
    )
    setStore(store)
    const failed = (error: unknown) => error instanceof LoggedOutError && setLoggedOut(true)
    let isReading = false
    const read = async () => {
      const { current: known } = headRef
      const upTo = store.lastSeq()
      if (isReading || !known || !isFocused() || !latest.current.isAtEnd || known.mine.read >= upTo) return
      isReading = true
      const isStored = await sendReadMark(known._id, upTo).catch(() => false)
      isReading = false
      if (isStored) setHead((old) => old && { ...old, unread: 0, mine: { delivered: upTo, read: upTo } })
    }
    latest.current.read = () => void read()

    let timer: ReturnType<typeof setTimeout>
    /** Sends, reads and schedules the next refresh; sooner after a failure. */
    const refresh = async () => {
      clearTimeout(timer)
      let pauseMs = refreshMs
      try {
        await Promise.all([store.catchUp(), store.sendPending()])
        const id = headRef.current?._id ?? store.messages()[0]?.conversation
        const current = id ? await fetchConversation(id) : null
        if (current) setHead(current)
        setLoggedOut(false)
        await read()
      } catch (error) {
        failed(error)
        if (!(error instanceof LoggedOutError) && navigator.onLine) pauseMs = 3_000
      }
      timer = setTimeout(() => document.visibilityState === 'visible' && refresh(), pauseMs)
    }
    const refreshNow = () => void refresh()
    const whenSeen = () => document.visibilityState === 'visible' && refresh()
    addEventListener('online', refreshNow)
    addEventListener('focus', latest.current.read)
    document.addEventListener('visibilitychange', whenSeen)
    refresh()

    let unsubscribe = () => {}
    let isOver = false
    let typing: ReturnType<typeof setTimeout>
    const isCurrent = (id: string) => id === headRef.current?._id
    liveSocket().then((socket) => {
      if (isOver) return
      const handlers = {
        connect: refreshNow,
        connect_error: (error: Error) => connectErrorOf(error)?.code === 'login-required' && setLoggedOut(true),
        'message-added': (one: ChatMessage) => {
          if (isCurrent(one.conversation)) store.receive(one)
          // The first message of a new conversation.
          else if (headRef.current === null && (one.sender === other._id || one.sender === me.id)) refresh()
          if (one.sender === other._id) setTyping(false)
          latest.current.read()
        },
        // Masked differently now; replaces the message with its number.
        'message-changed': (one: ChatMessage) => isCurrent(one.conversation) && store.receive(one),
        'message-state': ({ conversation: id, side, delivered, read: upTo }: MessageState) => {
          const whose = side === me.side ? 'mine' : 'theirs'
          if (isCurrent(id)) setHead((old) => old && { ...old, [whose]: { delivered, read: upTo } })
        },
        typing: ({ conversation: id }: { conversation: string }) => {
          if (!isCurrent(id)) return
          setTyping(true)
          clearTimeout(typing)
          typing = setTimeout(() => setTyping(false), typingShownMs)
        },
        'chat-changed': ({ conversation: id }: { conversation: string }) => isCurrent(id) && refresh(),
      }
      for (const [event, handler] of Object.entries(handlers)) socket.on(event, handler)
      unsubscribe = () => {
        for (const [event, handler] of Object.entries(handlers)) socket.off(event, handler)
      }
    }, failed)
    return () => {
      isOver = true
      unsubscribe()
      // Messages written offline are sent even after the page was left.
      void store.sendInBackground((error) => error instanceof LoggedOutError)
      clearTimeout(timer)
      clearTimeout(typing)
      removeEventListener('online', refreshNow)
      removeEventListener('focus', latest.current.read)
      document.removeEventListener('visibilitychange', whenSeen)
    }
  }, [me.id, me.side, other._id])

  return {
    /** Null before hydration. */
    store: current,
    messages: current?.messages() ?? first.page,
    outgoing: current?.outgoing() ?? [],
    hasOlder: current?.hasOlder() ?? !first.isFirst,
    head,
    setHead,
    isLoggedOut,
    isTyping,
    /** Whether the newest message is visible; messages out of sight do not count as read. */
    setAtEnd(isAtEnd: boolean): void {
      latest.current.isAtEnd = isAtEnd
      if (isAtEnd) latest.current.read()
    },
  }
}

type MessageState = { conversation: string; side: Me['side']; delivered: number; read: number }
