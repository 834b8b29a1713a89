import type { MessageStorePorts, Outgoing } from './message-store.ts'

// Everything under `chat:` goes with the log-out.
const keyOf = (me: string, other: string, what: string) => `chat:${me}:${other}:${what}`

/** Storage may be forbidden or full: then what is written lives as long as the page. */
function tryStorage<T>(work: () => T, instead: T): T {
  try {
    return work()
  } catch {
    return instead
  }
}

/** Messages on their way, each under a key of its own, so that several windows do not write over each other. */
export function unsentMessages(me: string, other: string): MessageStorePorts['kept'] {
  const prefix = keyOf(me, other, 'out:')
  return {
    all: () =>
      tryStorage(
        () =>
          Object.keys(localStorage)
            .filter((key) => key.startsWith(prefix))
            .map((key) => JSON.parse(localStorage.getItem(key) ?? '') as Outgoing) // true: only this file writes them
            .sort((one, two) => one.writtenAt.localeCompare(two.writtenAt)),
        [],
      ),
    put: (one) => tryStorage(() => localStorage.setItem(prefix + one.clientId, JSON.stringify(one)), undefined),
    remove: (clientId) => tryStorage(() => localStorage.removeItem(prefix + clientId), undefined),
  }
}

/** With whom there are messages on their way. */
export const partiesWithUnsent = (me: string): string[] =>
  tryStorage(() => {
    const others = Object.keys(localStorage).map((key) => new RegExp(`^chat:${me}:([^:]+):out:`).exec(key)?.[1])
    return [...new Set(others)].filter((one) => one !== undefined)
  }, [])

/** What was typed and not sent. */
export function savedDraft(me: string, other: string) {
  const key = keyOf(me, other, 'draft')
  return {
    read: (): string => tryStorage(() => localStorage.getItem(key) ?? '', ''),
    write: (text: string): void =>
      tryStorage(() => (text === '' ? localStorage.removeItem(key) : localStorage.setItem(key, text)), undefined),
  }
}
