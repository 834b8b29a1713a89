import { setTimeout as pause } from 'node:timers/promises'

type Part = { close: () => Promise<unknown>; kill: (() => void) | undefined; timeoutMs: number }

/** Thrown if the program is stopped while it starts. */
export class Stopped extends Error {}

/** Parts of the running program, closed in reverse order of opening. */
export type Lifecycle = {
  /** Opens a part and registers how to close it, and how to abort if closing takes longer than `timeoutMs`. */
  open<T>(
    work: () => Promise<T>,
    close: (part: T) => Promise<unknown>,
    timeoutMs: number,
    kill?: (part: T) => void,
  ): Promise<T>
  /** Closes all parts once; resolves when done. */
  close(): Promise<void>
  /** Aborted when closing starts. */
  ending: AbortSignal
}

// npm repeats a Ctrl-C the terminal already sent: two signals within this time count once.
const duplicateSignalMs = 700

/**
 * Handles SIGINT and SIGTERM, also during the start: the first closes everything and exits with 0, a second one or a hang
 * exits at once.
 */
export function createLifecycle(onStop: () => void): Lifecycle {
  const parts: Part[] = []
  let opening: Promise<unknown> = Promise.resolve()
  let closing: Promise<void> | null = null
  let askedAt = 0
  const ending = new AbortController()

  async function closeAll(): Promise<void> {
    // Wait for it, so that no half-open part is left behind.
    await opening
    for (const { close, kill, timeoutMs } of parts.reverse()) {
      const isClosed = await Promise.race([
        close().then(
          () => true,
          () => false,
        ),
        pause(timeoutMs, false),
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
    async open(work, close, timeoutMs, kill) {
      if (closing) throw new Stopped()
      const opened = work().then((part) => {
        parts.push({ close: () => close(part), kill: kill && (() => kill(part)), timeoutMs })
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
