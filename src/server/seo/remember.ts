/**
 * Keeps an answer for some time. An older one is still given while a new one is on its way, so that only the very
 * first caller waits; callers at the same time share one question. A failed refresh keeps the old answer.
 */
export function remember<T>(forMs: number, ask: () => Promise<T>): () => Promise<T> {
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
    if (kept.until < Date.now()) refresh().catch(() => {})
    return kept.answer
  }
}
