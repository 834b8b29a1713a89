import type { MessageStorePorts, Outgoing } from './message-store.ts'

// Logging out deletes every key under `chat:`.
const keyOf = (me: string, other: string, what: string) => `chat:${me}:${other}:${what}`

/** Storage may be blocked or full; data then lives only as long as the page. */
function tryStorage<T>(work: () => T, instead: T): T {
  try {
    return work()
  } catch {
    return instead
  }
}

/** Unsent messages, one key each, so that several windows do not overwrite each other. */
export function unsentMessages(me: string, other: string): MessageStorePorts['outbox'] {
  const prefix = keyOf(me, other, 'out:')
  return {
    all: () =>
      tryStorage(
        () =>
          Object.keys(localStorage)
            .filter((key) => key.startsWith(prefix))
            .map((key) => JSON.parse(localStorage.getItem(key) ?? '') as Outgoing) // safe: only this file writes these keys
            .sort((one, two) => one.writtenAt.localeCompare(two.writtenAt)),
        [],
      ),
    put: (one) => tryStorage(() => localStorage.setItem(prefix + one.clientId, JSON.stringify(one)), undefined),
    remove: (clientId) => tryStorage(() => localStorage.removeItem(prefix + clientId), undefined),
  }
}

/** Parties with unsent messages. */
export const partiesWithUnsent = (me: string): string[] =>
  tryStorage(() => {
    const others = Object.keys(localStorage).map((key) => new RegExp(`^chat:${me}:([^:]+):out:`).exec(key)?.[1])
    return [...new Set(others)].filter((one) => one !== undefined)
  }, [])

/** Text typed but not sent. */
export function savedDraft(me: string, other: string) {
  const key = keyOf(me, other, 'draft')
  return {
    read: (): string => tryStorage(() => localStorage.getItem(key) ?? '', ''),
    write: (text: string): void =>
      tryStorage(() => (text === '' ? localStorage.removeItem(key) : localStorage.setItem(key, text)), undefined),
  }
}
