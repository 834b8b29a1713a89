import type { Readable } from 'node:stream'

/** First and last byte, both included. */
export type ByteRange = { first: number; last: number }
export type StoredFile = { body: Readable; bytes: number }

/** Keeps uploaded files by key (`<id>/<name>`). Every call throws when the store cannot be reached or refuses. */
export type Store = {
  /** Keeps the file at `path`, whole or not at all; the file itself stays. */
  put(key: string, file: { path: string; contentType: string }): Promise<void>
  /** Opens a file, or some bytes of it; null when there is none. Whoever opens it reads or destroys `body`. */
  get(key: string, range?: ByteRange): Promise<StoredFile | null>
  /** Removes a file; one that is not there is no failure. */
  remove(key: string): Promise<void>
}

const keyShape = /^[a-z0-9-]+\/[a-z0-9.-]+$/

/** Refuses a key that could name something outside the store. */
export function checkedKey(key: string): string {
  if (!keyShape.test(key) || key.includes('..')) throw new Error(`"${key}" is no key of a file`)
  return key
}
