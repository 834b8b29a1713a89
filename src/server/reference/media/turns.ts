/** Lets at most `most` pieces of work run at a time; the others wait in order. */
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

/** Copying and syncing large files: more at a time would keep the threads that everything else needs. */
export const diskTurn = takeTurns(2)

const waiting: (() => void)[] = []

/**
 * Lets one piece of all files that arrive or are put together through each millisecond: 60 MB a second of pieces of
 * 64 kB, more than a line brings, and whoever asks for a page meanwhile is answered in between.
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
