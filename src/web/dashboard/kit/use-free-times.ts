import { useEffect, useState } from 'react'
import type { FreeTime } from '#contract/classes/availability.ts'

/**
 * Free start times of a mentor for a class of `minutes`, with the one held for `booking`: undefined while loading, empty if
 * there are none or they cannot be read. A new `attempt` reads them again, because a refused time may be taken by now.
 */
export function useFreeTimes(
  mentor: string,
  minutes: number,
  attempt: string,
  booking?: string,
): readonly string[] | undefined {
  const [times, setTimes] = useState<readonly string[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is a reason to read again
  useEffect(() => {
    const gone = new AbortController()
    const read = async () => {
      const query = new URLSearchParams({ minutes: String(minutes), ...(booking && { booking }) })
      const reply = await fetch(`/api/mentor/${mentor}/free-times?${query}`, { signal: gone.signal })
      if (!reply.ok) return []
      const { data }: { data: FreeTime[] } = await reply.json()
      // Places in group classes are booked in another way.
      return data.filter(({ mode }) => mode === null).map(({ startsAt }) => startsAt)
    }
    read().then(setTimes, () => gone.signal.aborted || setTimes([]))
    return () => gone.abort()
  }, [mentor, minutes, attempt, booking])
  return times
}
