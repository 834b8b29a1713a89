import type { Outgoing, Ports } from './talk.ts'

// Everything under `chat:` goes with the log-out.
const keyOf = (me: string, other: string, what: string) => `chat:${me}:${other}:${what}`

/** Storage may be forbidden or full: then what is written lives as long as the page. */
function quietly<T>(work: () => T, instead: T): T {
  try {
    return work()
  } catch {
    return instead
  }
}

/** Messages on their way, each under a key of its own, so that several windows do not write over each other. */
export function keptMessages(me: string, other: string): Ports['kept'] {
  const prefix = keyOf(me, other, 'out:')
  return {
    all: () =>
      quietly(
        () =>
          Object.keys(localStorage)
            .filter((key) => key.startsWith(prefix))
            .map((key) => JSON.parse(localStorage.getItem(key) ?? '') as Outgoing) // true: only this file writes them
            .sort((one, two) => one.writtenAt.localeCompare(two.writtenAt)),
        [],
      ),
    put: (one) => quietly(() => localStorage.setItem(prefix + one.clientId, JSON.stringify(one)), undefined),
    remove: (clientId) => quietly(() => localStorage.removeItem(prefix + clientId), undefined),
  }
}

/** With whom there are messages on their way. */
export const keptOthers = (me: string): string[] =>
  quietly(() => {
    const others = Object.keys(localStorage).map((key) => new RegExp(`^chat:${me}:([^:]+):out:`).exec(key)?.[1])
    return [...new Set(others)].filter((one) => one !== undefined)
  }, [])

/** What was typed and not sent. */
export function keptDraft(me: string, other: string) {
  const key = keyOf(me, other, 'draft')
  return {
    read: (): string => quietly(() => localStorage.getItem(key) ?? '', ''),
    write: (text: string): void =>
      quietly(() => (text === '' ? localStorage.removeItem(key) : localStorage.setItem(key, text)), undefined),
  }
}
