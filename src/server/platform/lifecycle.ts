import { setTimeout as pause } from 'node:timers/promises'

type Part = { close: () => Promise<unknown>; kill: (() => void) | undefined; mostMs: number }

/** Thrown into the start when somebody asks to stop before it is done. */
export class Stopped extends Error {}

/** The parts of a running program, closed in the opposite order of opening. */
export type Lifecycle = {
  /** Opens a part and remembers how to close it, and what to do when closing takes longer than `mostMs`. */
  open<T>(
    work: () => Promise<T>,
    close: (part: T) => Promise<unknown>,
    mostMs: number,
    kill?: (part: T) => void,
  ): Promise<T>
  /** Closes everything once; answers when all is closed. */
  close(): Promise<void>
  /** Aborted when closing begins. */
  ending: AbortSignal
}

// npm passes on a Ctrl-C that the terminal has sent already: two signals this close are one wish.
const duplicateSignalMs = 700

/**
 * Listens for Ctrl-C and SIGTERM: the first closes everything and ends the program with 0, a second one (or a hang)
 * ends it at once. Works while the program is still starting too.
 */
export function createLifecycle(onStop: () => void): Lifecycle {
  const parts: Part[] = []
  let opening: Promise<unknown> = Promise.resolve()
  let closing: Promise<void> | null = null
  let askedAt = 0
  const ending = new AbortController()

  async function closeAll(): Promise<void> {
    // A part that is half open would be left behind.
    await opening
    for (const { close, kill, mostMs } of parts.reverse()) {
      const isClosed = await Promise.race([
        close().then(
          () => true,
          () => false,
        ),
        pause(mostMs, false),
      ])
      if (!isClosed) kill?.()
    }
  }

  function endNow(): void {
    for (const { kill } of parts) kill?.()
    process.exit(1)
  }

  function onSignal(): void {
    if (askedAt && Date.now() - askedAt > duplicateSignalMs) endNow()
    if (askedAt) return
    askedAt = Date.now()
    onStop()
    lifecycle.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }

  const lifecycle: Lifecycle = {
    async open(work, close, mostMs, kill) {
      if (closing) throw new Stopped()
      const opened = work().then((part) => {
        parts.push({ close: () => close(part), kill: kill && (() => kill(part)), mostMs })
        return part
      })
      opening = opened.catch(() => {})
      const part = await opened
      if (closing) throw new Stopped()
      return part
    },
    close() {
      ending.abort()
      closing ??= closeAll()
      return closing
    },
    ending: ending.signal,
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return lifecycle
}
