import { useEffect, useRef } from 'react'
import type { Socket } from 'socket.io-client'
import type { ErrorReply } from '#contract/wire/errors.ts'
import type { LiveEvent, LiveEvents } from '#contract/wire/live.ts'
import { currentLocale } from './locale.ts'

// One connection per window, opened on first use; its script is loaded then.
let opening: Promise<Socket> | null = null

const waitMs = 10_000

async function open(): Promise<Socket> {
  const { io } = await import('socket.io-client')
  const socket = io({
    transports: ['websocket'],
    reconnectionDelayMax: 10_000,
    ackTimeout: waitMs,
    retries: 0,
    // For the texts of errors.
    auth: { language: currentLocale() },
  })
  // The server closes windows when it stops and when their session ends or changes its role; the next attempt tells which.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 500 + Math.random() * 1500)
  })
  return socket
}

/** The window's connection; reconnects after a new login. */
export async function liveSocket(): Promise<Socket> {
  opening ??= open()
  const socket = await opening.catch((error: unknown) => {
    // The script failed to load: the next caller retries.
    opening = null
    throw error
  })
  if (!socket.connected && !socket.active) socket.connect()
  return socket
}

/**
 * Calls `hear` for an event while the component is mounted, and `missed` after every connect to catch up by reading. `isOn`:
 * whether a user is logged in; visitors have no connection.
 */
export function useLive<E extends LiveEvent>(
  isOn: boolean,
  event: E,
  hear: (payload: LiveEvents[E]) => void,
  missed?: () => void,
): void {
  const latest = useRef({ hear, missed })
  latest.current = { hear, missed }
  useEffect(() => {
    if (!isOn) return
    let leave = () => {}
    let isOver = false
    liveSocket().then(
      (socket) => {
        if (isOver) return
        const onEvent = (payload: LiveEvents[E]) => latest.current.hear(payload)
        const onConnect = () => latest.current.missed?.()
        // LiveEvents names exactly the socket's events.
        socket.on(event as string, onEvent)
        socket.on('connect', onConnect)
        if (socket.connected) onConnect()
        leave = () => {
          socket.off(event as string, onEvent)
          socket.off('connect', onConnect)
        }
      },
      () => {},
    )
    return () => {
      isOver = true
      leave()
    }
  }, [isOn, event])
}

/** The error with which the server refused the session; null for other failures. */
export const refusalOf = (error: Error & { data?: unknown }): ErrorReply | null =>
  typeof error.data === 'object' && error.data !== null && 'code' in error.data ? (error.data as ErrorReply) : null // the server's errors have this shape
