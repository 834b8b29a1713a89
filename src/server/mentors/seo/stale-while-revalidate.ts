/**
 * Caches an answer. A stale one is returned while a refresh runs, so callers wait only after a long pause; concurrent
 * callers share one refresh. A failed refresh keeps the old answer.
 */
export function staleWhileRevalidate<T>(forMs: number, ask: () => Promise<T>): () => Promise<T> {
  let cached: { answer: T; until: number } | null = null
  let asking: Promise<T> | null = null
  const refresh = () => {
    asking ??= ask()
      .then((answer) => {
        cached = { answer, until: Date.now() + forMs }
        return answer
      })
      .finally(() => {
        asking = null
      })
    return asking
  }
  return async () => {
    if (!cached) return await refresh()
    const old = cached.answer
    const now = Date.now()
    if (cached.until >= now) return old
    // Expired for too long to serve without refreshing.
    if (cached.until + forMs < now) return await refresh().catch(() => old)
    refresh().catch(() => {})
    return old
  }
}
