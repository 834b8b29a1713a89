import type { ClassRecord } from '#contract/classes/bookings.ts'

/** Attendance stored on the device until the server has it. */
export type KeptAttendance = {
  /** Lesson id; one entry per lesson. */
  lesson: string
  /** Mentor id; other accounts on this device neither see nor send it. */
  mentor: string
  student: string
  /** Idempotency key for every attempt. */
  key: string
  /** Device clock. */
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
  /** Server's message on refusal. */
  why?: string
  /** Server's reply on success. */
  record?: Pick<ClassRecord, 'code' | 'codeTries' | 'clockOff'>
}

const changed = new EventTarget()

/** Calls `listen` when an entry changes in this page. @returns a function that unsubscribes */
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

/** Runs one request in its own transaction and waits until it is committed. */
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

/** Stored entries of a mentor, oldest first. */
export async function keptOf(mentor: string): Promise<KeptAttendance[]> {
  // true: only this file writes them
  const all = (await inStore('readonly', (store) => store.getAll())) as KeptAttendance[]
  return all.filter((one) => one.mentor === mentor).sort((a, b) => a.savedAt.localeCompare(b.savedAt))
}

/** Stores an entry, replacing the lesson's previous one. */
export const keepAttendance = (one: KeptAttendance) => inStore('readwrite', (store) => store.put(one))

/** Stores the server's answer, unless the entry was replaced while it was sent. */
export const noteAnswer = (one: KeptAttendance, answer: Pick<KeptAttendance, 'state' | 'why' | 'record'>) =>
  inStore('readwrite', (store) => {
    const asked: IDBRequest<KeptAttendance | undefined> = store.get(one.lesson)
    asked.addEventListener('success', () => {
      if (asked.result?.key === one.key) store.put({ ...one, ...answer })
    })
    return asked
  })

export const dropAttendance = (lesson: string) => inStore('readwrite', (store) => store.delete(lesson))
