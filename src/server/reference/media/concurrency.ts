/** Creates a queue that runs at most `max` tasks at a time; the others wait in order. */
export function limitConcurrency(max: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (task) => {
    if (running >= max) await new Promise<void>((release) => waiting.push(release))
    else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

const lastTasks = new Map<string, Promise<unknown>>()

/** Runs the tasks of a key one after the other. */
export async function oneAtATime<T>(key: string, task: () => Promise<T>): Promise<T> {
  const before = lastTasks.get(key) ?? Promise.resolve()
  const running = before.catch(() => {}).then(task)
  lastTasks.set(key, running)
  try {
    return await running
  } finally {
    if (lastTasks.get(key) === running) lastTasks.delete(key)
  }
}

/** Queue for copying and syncing large files. More at a time would occupy the whole thread pool. */
export const limitDiskWork = limitConcurrency(2)

const waiting: (() => void)[] = []

/**
 * Limits reading and joining of uploads to one part per millisecond across all files, so that other requests run in
 * between. With parts of 64 kB this is 60 MB a second.
 */
export async function throttleChunks(): Promise<void> {
  await new Promise<void>((release) => {
    if (waiting.push(release) === 1) setTimeout(releaseNext, 1)
  })
}

function releaseNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setTimeout(releaseNext, 1)
}
