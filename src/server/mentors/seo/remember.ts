/**
 * Keeps an answer for some time. An older one is still given while a new one is on its way, so that a caller
 * waits only when nobody asked for a long time; callers at the same time share one question. A failed refresh keeps the old answer.
 */
export function staleWhileRevalidate<T>(forMs: number, ask: () => Promise<T>): () => Promise<T> {
  let kept: { answer: T; until: number } | null = null
  let asking: Promise<T> | null = null
  const refresh = () => {
    asking ??= ask()
      .then((answer) => {
        kept = { answer, until: Date.now() + forMs }
        return answer
      })
      .finally(() => {
        asking = null
      })
    return asking
  }
  return async () => {
    if (!kept) return await refresh()
    const old = kept.answer
    const now = Date.now()
    if (kept.until >= now) return old
    // Much older is too old: nobody asked for a long time.
    if (kept.until + forMs < now) return await refresh().catch(() => old)
    refresh().catch(() => {})
    return old
  }
}
