import type { ClassRecord } from '#contract/classes/bookings.ts'

/** What a mentor said about a class, as this phone keeps it until the server has it. */
export type KeptAttendance = {
  /** The class: there is one entry for each. */
  lesson: string
  /** Whose it is; somebody else who logs in on this phone neither sees nor sends it. */
  mentor: string
  student: string
  /** Under which it is sent, however often. */
  key: string
  /** By the phone's clock. */
  savedAt: string
  body: {
    classBooking: string
    date: string
    timeIn: string
    timeOut: string
    duration: string
    topic: string
    code?: string
    note: string
    homework: string
  }
  state: 'saved' | 'sent' | 'refused'
  /** The server's words when it refused. */
  why?: string
  /** What it answered when it did not. */
  record?: Pick<ClassRecord, 'code' | 'codeTries' | 'clockOff'>
}

const changed = new EventTarget()

/** Calls `listen` whenever an entry changes in this page. */
export function onKept(listen: () => void): () => void {
  changed.addEventListener('change', listen)
  return () => changed.removeEventListener('change', listen)
}

function open(): Promise<IDBDatabase> {
  const asked = indexedDB.open('attendance', 1)
  asked.onupgradeneeded = () => asked.result.createObjectStore('marked', { keyPath: 'lesson' })
  return answered(asked)
}

const answered = <T>(asked: IDBRequest<T>) =>
  new Promise<T>((done, fail) => {
    asked.onsuccess = () => done(asked.result)
    asked.onerror = () => fail(asked.error)
  })

/** One step in the store; a write counts when the phone has it for good. */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    const transaction = database.transaction('marked', mode)
    const [result] = await Promise.all([
      answered(work(transaction.objectStore('marked'))),
      new Promise<void>((done, fail) => {
        transaction.oncomplete = () => done()
        transaction.onabort = () => fail(transaction.error)
      }),
    ])
    return result
  } finally {
    database.close()
    if (mode === 'readwrite') changed.dispatchEvent(new Event('change'))
  }
}

/** What this phone keeps of a mentor, oldest first. */
export async function keptOf(mentor: string): Promise<KeptAttendance[]> {
  // true: only this file writes them
  const all = (await inStore('readonly', (store) => store.getAll())) as KeptAttendance[]
  return all.filter((one) => one.mentor === mentor).sort((a, b) => a.savedAt.localeCompare(b.savedAt))
}

/** Keeps an entry in place of the one its class had. */
export const keepAttendance = (one: KeptAttendance) => inStore('readwrite', (store) => store.put(one))

/** Notes what the server said to an entry, unless another one took its place while it was sent. */
export const noteAnswer = (one: KeptAttendance, answer: Pick<KeptAttendance, 'state' | 'why' | 'record'>) =>
  inStore('readwrite', (store) => {
    const asked: IDBRequest<KeptAttendance | undefined> = store.get(one.lesson)
    asked.addEventListener('success', () => {
      if (asked.result?.key === one.key) store.put({ ...one, ...answer })
    })
    return asked
  })

export const dropAttendance = (lesson: string) => inStore('readwrite', (store) => store.delete(lesson))
