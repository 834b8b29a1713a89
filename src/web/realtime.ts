import { useEffect, useRef } from 'react'
import type { Socket } from 'socket.io-client'
import type { ErrorReply } from '#contract/wire/errors.ts'
import type { LiveEvent, LiveEvents } from '#contract/wire/live.ts'
import { currentLocale } from './locale.ts'

// One connection per window, opened on first use; its script is loaded then.
let opening: Promise<Socket> | null = null

const ackTimeoutMs = 10_000

async function openSocket(): Promise<Socket> {
  const { io } = await import('socket.io-client')
  const socket = io({
    transports: ['websocket'],
    reconnectionDelayMax: 10_000,
    ackTimeout: ackTimeoutMs,
    retries: 0,
    // Language of error texts.
    auth: { language: currentLocale() },
  })
  // The server disconnects when it stops, and when a session ends or changes its role; reconnecting shows which.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 500 + Math.random() * 1500)
  })
  // A busy server refuses new windows.
  socket.on('connect_error', (error) => {
    if (connectErrorOf(error)?.code === 'not-ready') setTimeout(() => socket.connect(), 4000 + Math.random() * 4000)
  })
  return socket
}

/** The window's connection; reconnects after a new login. */
export async function liveSocket(): Promise<Socket> {
  opening ??= openSocket()
  const socket = await opening.catch((error: unknown) => {
    // The script failed to load: the next caller retries.
    opening = null
    throw error
  })
  if (!socket.connected && !socket.active) socket.connect()
  return socket
}

/**
 * Calls `onEvent` for an event while the component is mounted, and `onConnect` after every connect, to catch up. `isOn`:
 * whether a user is logged in; visitors have no connection.
 */
export function useLive<E extends LiveEvent>(
  isOn: boolean,
  event: E,
  onEvent: (payload: LiveEvents[E]) => void,
  onConnect?: () => void,
): void {
  const latest = useRef({ onEvent, onConnect })
  latest.current = { onEvent, onConnect }
  useEffect(() => {
    if (!isOn) return
    let leave = () => {}
    let isOver = false
    liveSocket().then(
      (socket) => {
        if (isOver) return
        const handleEvent = (payload: LiveEvents[E]) => latest.current.onEvent(payload)
        const handleConnect = () => latest.current.onConnect?.()
        // LiveEvents names exactly the socket's events.
        socket.on(event as string, handleEvent)
        socket.on('connect', handleConnect)
        if (socket.connected) handleConnect()
        leave = () => {
          socket.off(event as string, handleEvent)
          socket.off('connect', handleConnect)
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
export const connectErrorOf = (error: Error & { data?: unknown }): ErrorReply | null =>
  // The server's errors have this shape.
  typeof error.data === 'object' && error.data !== null && 'code' in error.data ? (error.data as ErrorReply) : null
