import { LRUCache } from 'lru-cache'
import { type Channel, listenForChanges } from './changes.ts'

/**
 * What an answer may contain: mentors of these places, by tag number, and nothing else that changes; or anything public
 * (null).
 */
export type About = readonly number[] | null
/** Answers of one kind. */
type KeptAnswers<T> = {
  /** The kept answer to a question, else that of `make`, which equal questions in flight share. */
  answer(question: string, make: () => Promise<{ value: T; about: About }>): Promise<T>
  /** The kept answer to a question if it is fresh. */
  fresh(question: string): T | undefined
  /** Whether a question in flight waits for its answer. */
  isUnderWay(question: string): boolean
  /** The last kept answer to a question, at most 15 minutes old, even if a change may have been missed since. */
  older(question: string): { value: T; ageSeconds: number } | undefined
}

/** Room for pages, and for everything else, so that many different searches do not push out the pages. */
const maxBytes = { pages: 32 * 1024 * 1024, others: 16 * 1024 * 1024 }
const maxAnswers = 20_000
// Memory an answer needs besides its own bytes.
const overheadBytes = 500
// Limits the age of content without change notifications, such as counters and dates. A page may hold a kept list that
// holds a kept total: a minute in all.
const maxAgeMs = 20_000
// Older answers stand in while no fresh one can be made.
const maxOlderMs = 15 * 60_000
const channel: Channel = 'public_pages'

/** Text of a notification on `public_pages` about mentors of these places; empty, for anything, when there are too many. */
export const aboutPlaces = (places: Iterable<number>): string => {
  const text = [...new Set(places)].join()
  return text.length > 7_000 ? '' : text
}

/**
 * Answers of this process that are the same for every visitor, kept until something they may contain changes, at most 20 s
 * and 48 MB. `make` must not know who asks. Nothing is kept while notifications of changes may be missed, so
 * nothing before `listen`; what was kept before stays as an older answer until notifications arrive again.
 */
export function createKept() {
  const store = (maxSize: number) =>
    new LRUCache<string, { value: unknown; about: About; madeAt: number }>({
      ttl: maxOlderMs,
      max: maxAnswers,
      maxSize,
    })
  const pages = store(maxBytes.pages)
  const others = store(maxBytes.others)
  const underWay = new Map<string, Promise<unknown>>()
  // An answer begun before a change may be stale and is not kept.
  let changes = 0
  const asked = { kept: 0, made: 0 }
  let isListening = () => false
  let onChange = () => {}

  function drop(text = ''): void {
    changes += 1
    onChange()
    underWay.clear()
    const places = new Set(text.split(',').map(Number))
    for (const all of [pages, others])
      for (const [question, { about }] of all.entries())
        if (text === '' || about === null || about.some((place) => places.has(place))) all.delete(question)
  }

  return {
    /** Answers of a kind. `bytesOf`: their size; 0 for one that is not kept. */
    of<T>(kind: string, bytesOf: (value: T) => number): KeptAnswers<T> {
      const all = kind === 'page' ? pages : others
      async function make(question: string, work: () => Promise<{ value: T; about: About }>): Promise<T> {
        const before = changes
        const { value, about } = await work()
        const bytes = bytesOf(value)
        if (bytes > 0 && isListening() && changes === before)
          all.set(
            question,
            { value, about, madeAt: performance.now() },
            { size: bytes + question.length * 2 + overheadBytes },
          )
        return value
      }
      function fresh(words: string): T | undefined {
        const found = isListening() ? all.get(`${kind} ${words}`) : undefined
        if (!found || performance.now() - found.madeAt >= maxAgeMs) return undefined
        asked.kept += 1
        return found.value as T // safe: the question names the kind
      }
      return {
        fresh,
        async answer(words, work) {
          const known = fresh(words)
          if (known !== undefined) return known
          asked.made += 1
          const question = `${kind} ${words}`
          const making = (underWay.get(question) as Promise<T> | undefined) ?? make(question, work) // safe: as above
          underWay.set(question, making)
          return await making.finally(() => underWay.get(question) === making && underWay.delete(question))
        },
        isUnderWay: (words) => underWay.has(`${kind} ${words}`),
        older(asked) {
          const known = all.get(`${kind} ${asked}`)
          if (!known) return undefined
          return { value: known.value as T, ageSeconds: Math.round((performance.now() - known.madeAt) / 1000) } // safe: as above
        },
      }
    },
    /** Drops everything, as a change does: whoever made one reads it at once, before its notification arrives. */
    forget: () => drop(),
    /** Whether anything is kept. */
    isListening: () => isListening(),
    /** Changes heard of so far. */
    changes: () => changes,
    /** Has `follower` called at each change, before anything is made after it. */
    onChange(follower: () => void): void {
      onChange = follower
    },
    /** Questions so far: answered with a kept answer, or with one made or being made. */
    asked: () => asked,
    /** Bytes and number of kept answers. */
    size: () => ({ bytes: pages.calculatedSize + others.calculatedSize, answers: pages.size + others.size }),
    /** Follows changes until the returned function is called. */
    listen(databaseUrl: string): () => Promise<void> {
      const listener = listenForChanges(databaseUrl, channel, drop)
      isListening = listener.isListening
      return () => listener.stop()
    },
  }
}
export type Kept = ReturnType<typeof createKept>
