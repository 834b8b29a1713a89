/** Creates a queue that runs at most `most` tasks at a time; the others wait in order. */
export function takeTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** Queue for copying and syncing large files. More at a time would occupy the whole thread pool. */
export const diskTurn = takeTurns(2)

const waiting: (() => void)[] = []

/**
 * Limits reading and joining of uploads to one part per millisecond across all files, so that other requests run in
 * between. With parts of 64 kB this is 60 MB a second.
 */
export async function pieceTurn(): Promise<void> {
  await new Promise<void>((go) => {
    if (waiting.push(go) === 1) setTimeout(letThrough, 1)
  })
}

function letThrough(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setTimeout(letThrough, 1)
}
