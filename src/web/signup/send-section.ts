import type { Send } from './draft.ts'

const sendMs = 20_000

/** Sends a section from the browser; outlives a page that is being left. */
export const sendSection: Send = async (section, answers, revision) => {
  try {
    const reply = await fetch(`/api/mentor/application/${section}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answers, revision }),
      keepalive: true,
      // Sent again it is the same save; a line that hangs must not say "Saving…" for ever.
      signal: AbortSignal.timeout(sendMs),
    })
    const body = await reply.json()
    if (reply.ok) return { kind: 'saved', revision: body.data.revision }
    if (body.code === 'draft-changed') return { kind: 'changed', ...body.details }
    if (reply.status === 401 || reply.status === 403) return { kind: 'logged-out' }
    return { kind: reply.status < 500 && reply.status !== 429 ? 'refused' : 'failed' }
  } catch {
    // No connection; or one that gave no answer in time, or not ours.
    return { kind: navigator.onLine ? 'failed' : 'lost' }
  }
}
