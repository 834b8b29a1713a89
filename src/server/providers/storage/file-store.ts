import type { Readable } from 'node:stream'

/** First and last byte, both inclusive. */
export type ByteRange = { first: number; last: number }
export type StoredFile = { body: Readable; bytes: number }

/** A file as a list of the store names it. */
export type ListedFile = { key: string; storedAt: Date }

/** Stores uploaded files by key (`<id>/<name>`). @throws Error if the store is unreachable or refuses */
export type Store = {
  /** Stores a copy of the file at `path` atomically. */
  put(key: string, file: { path: string; contentType: string }): Promise<void>
  /** Opens a file or a range of it; null if missing. The caller reads or destroys `body`. */
  get(key: string, range?: ByteRange): Promise<StoredFile | null>
  /** Removes a file; a missing one is ignored. */
  remove(key: string): Promise<void>
}

/** A store that knows what it holds. */
export type ListedStore = Store & {
  /** All files whose keys start with `prefix`. */
  list(prefix: string): Promise<ListedFile[]>
}

const keyShape = /^[a-z0-9-]+\/[a-z0-9.-]+$/

/** Validates a key, so that it cannot name anything outside the store. */
export function checkedKey(key: string): string {
  if (!keyShape.test(key) || key.includes('..')) throw new Error(`"${key}" is no key of a file`)
  return key
}
