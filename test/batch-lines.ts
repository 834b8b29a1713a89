import type { LoggedIn, Reply } from './test-app.ts'

/** A payout batch reply with its payout lines added; refusals are returned unchanged. */
export async function withLines(admin: LoggedIn, request: Promise<Reply>): Promise<Reply> {
  const reply = await request
  if (reply.status !== 200) return reply
  const { data } = reply.body
  const { body } = await admin.get(`/api/admin/payouts/${data._id}/lines?limit=100`)
  return { ...reply, body: { data: { ...data, lines: body.data } } }
}
