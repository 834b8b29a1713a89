import { useEffect, useReducer, useRef, useState } from 'react'
import type { Conversation } from '#contract/chat/chat.ts'
import type { ChatMessage } from '#contract/wire/live.ts'
import { liveSocket, refusalOf } from '../realtime.ts'
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
  const [talk, setTalk] = useState<MessageStore | null>(null)
  const [head, setHead] = useState(conversation)
  const [isLoggedOut, setLoggedOut] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const known = useRef(head)
  known.current = head
  const latest = useRef({ first, isAtEnd: true, read: () => {} })

  useEffect(() => {
    const now = createMessageStore(
      {
        ...createChatApi(me.id, other._id),
        kept: unsentMessages(me.id, other._id),
        changed: redraw,
        newId: () => crypto.randomUUID(),
        pause: (ms) => new Promise((done) => setTimeout(done, ms)),
      },
      latest.current.first,
    )
    setTalk(now)
    const failed = (error: unknown) => error instanceof LoggedOutError && setLoggedOut(true)
    let isReading = false
    const read = async () => {
      const { current } = known
      const upTo = now.upTo()
      if (isReading || !current || !isFocused() || !latest.current.isAtEnd || current.mine.read >= upTo) return
      isReading = true
      const isTold = await sendReadMark(current._id, upTo).catch(() => false)
      isReading = false
      if (isTold) setHead((old) => old && { ...old, unread: 0, mine: { delivered: upTo, read: upTo } })
    }
    latest.current.read = () => void read()

    let timer: ReturnType<typeof setTimeout>
    /** Sends, reads and schedules the next refresh; sooner after a failure. */
    const look = async () => {
      clearTimeout(timer)
      let pauseMs = refreshMs
      try {
        await Promise.all([now.catchUp(), now.sendWaiting()])
        const id = known.current?._id ?? now.messages()[0]?.conversation
        const current = id ? await fetchConversation(id) : null
        if (current) setHead(current)
        setLoggedOut(false)
        await read()
      } catch (error) {
        failed(error)
        if (!(error instanceof LoggedOutError) && navigator.onLine) pauseMs = 3_000
      }
      timer = setTimeout(() => document.visibilityState === 'visible' && look(), pauseMs)
    }
    const looks = () => void look()
    const whenSeen = () => document.visibilityState === 'visible' && look()
    addEventListener('online', looks)
    addEventListener('focus', latest.current.read)
    document.addEventListener('visibilitychange', whenSeen)
    look()

    let leave = () => {}
    let isOver = false
    let typing: ReturnType<typeof setTimeout>
    const isHere = (id: string) => id === known.current?._id
    liveSocket().then((socket) => {
      if (isOver) return
      const heard = {
        connect: looks,
        connect_error: (error: Error) => refusalOf(error)?.code === 'login-required' && setLoggedOut(true),
        'message-added': (one: ChatMessage) => {
          if (isHere(one.conversation)) now.receive(one)
          // The first message of a new conversation.
          else if (known.current === null && (one.sender === other._id || one.sender === me.id)) look()
          if (one.sender === other._id) setTyping(false)
          latest.current.read()
        },
        // Masked differently now; replaces the message with its number.
        'message-changed': (one: ChatMessage) => isHere(one.conversation) && now.receive(one),
        'message-state': ({ conversation: id, side, delivered, read: upTo }: MessageState) => {
          const whose = side === me.side ? 'mine' : 'theirs'
          if (isHere(id)) setHead((old) => old && { ...old, [whose]: { delivered, read: upTo } })
        },
        typing: ({ conversation: id }: { conversation: string }) => {
          if (!isHere(id)) return
          setTyping(true)
          clearTimeout(typing)
          typing = setTimeout(() => setTyping(false), typingShownMs)
        },
        'chat-changed': ({ conversation: id }: { conversation: string }) => isHere(id) && look(),
      }
      for (const [event, hear] of Object.entries(heard)) socket.on(event, hear)
      leave = () => {
        for (const [event, hear] of Object.entries(heard)) socket.off(event, hear)
      }
    }, failed)
    return () => {
      isOver = true
      leave()
      // Messages written offline are sent even after the page was left.
      void now.sendBehind((error) => error instanceof LoggedOutError)
      clearTimeout(timer)
      clearTimeout(typing)
      removeEventListener('online', looks)
      removeEventListener('focus', latest.current.read)
      document.removeEventListener('visibilitychange', whenSeen)
    }
  }, [me.id, me.side, other._id])

  return {
    /** Null before hydration. */
    talk,
    messages: talk?.messages() ?? first.page,
    outgoing: talk?.outgoing() ?? [],
    hasOlder: talk?.hasOlder() ?? !first.isFirst,
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
