import type { ClassRecord } from '#contract/classes/bookings.ts'

/** Attendance stored on the device until the server has it. */
export type StoredAttendance = {
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
    /** Missing in older entries. */
    lesson?: string
    date: string
    timeIn: string
    timeOut: string
    duration: string
    topic: string
    code?: string
    note: string
    homework: string
    adultAtHome?: boolean
  }
  state: 'saved' | 'sent' | 'refused'
  /** Server's message on refusal. */
  why?: string
  /** Server's reply on success. */
  record?: Pick<ClassRecord, 'code' | 'codeTries' | 'clockOff'>
}

const changed = new EventTarget()

/** Calls `listen` when an entry changes in this page. @returns a function that unsubscribes */
export function onStoreChange(listen: () => void): () => void {
  changed.addEventListener('change', listen)
  return () => changed.removeEventListener('change', listen)
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('attendance', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('marked', { keyPath: 'lesson' })
  return toPromise(request)
}

const toPromise = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error)
  })

/** Runs one request in its own transaction and waits until it is committed. */
async function runInStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    const transaction = database.transaction('marked', mode)
    const [result] = await Promise.all([
      toPromise(work(transaction.objectStore('marked'))),
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
export async function storedAttendanceOf(mentor: string): Promise<StoredAttendance[]> {
  // safe: only this file writes them
  const all = (await runInStore('readonly', (store) => store.getAll())) as StoredAttendance[]
  return all.filter((entry) => entry.mentor === mentor).sort((a, b) => a.savedAt.localeCompare(b.savedAt))
}

/** Stores an entry, replacing the lesson's previous one. */
export const storeAttendance = (entry: StoredAttendance) => runInStore('readwrite', (store) => store.put(entry))

/** Stores the server's answer, unless the entry was replaced while it was sent. */
export const storeAnswer = (entry: StoredAttendance, answer: Pick<StoredAttendance, 'state' | 'why' | 'record'>) =>
  runInStore('readwrite', (store) => {
    const request: IDBRequest<StoredAttendance | undefined> = store.get(entry.lesson)
    request.addEventListener('success', () => {
      if (request.result?.key === entry.key) store.put({ ...entry, ...answer })
    })
    return request
  })

export const deleteAttendance = (lesson: string) => runInStore('readwrite', (store) => store.delete(lesson))
