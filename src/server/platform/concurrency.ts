/** Creates a queue that runs at most `max` tasks at a time; the others wait in order, urgent ones before the rest. */
export function limitConcurrency(max: number): <T>(task: () => Promise<T>, isUrgent?: boolean) => Promise<T> {
  const urgent: (() => void)[] = []
  const waiting: (() => void)[] = []
  let running = 0
  return async (task, isUrgent = false) => {
    if (running >= max) await new Promise<void>((release) => (isUrgent ? urgent : waiting).push(release))
    else running++
    try {
      return await task()
    } finally {
      const next = urgent.shift() ?? waiting.shift()
      if (next) next()
      else running--
    }
  }
}

const limits = new Map<string, { limit: ReturnType<typeof limitConcurrency>; users: number }>()

/** Runs the tasks of a key one after the other. */
export async function oneAtATime<T>(key: string, task: () => Promise<T>): Promise<T> {
  const one = limits.get(key) ?? { limit: limitConcurrency(1), users: 0 }
  limits.set(key, one)
  one.users++
  try {
    return await one.limit(task)
  } finally {
    if (--one.users === 0) limits.delete(key)
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
