import { sql } from 'kysely'
import { z } from 'zod'
import { readDataFile } from '#server/platform/data-file.ts'
import type { Transaction } from '#server/platform/database.ts'
import { designMentors } from './design-mentors.ts'
import { mentorPhone } from './mentor-row.ts'

const side = z.enum(['family', 'mentor'])
const demoChat = z.strictObject({
  /** Phone of the family. */
  family: z.string(),
  /** Name of the mentor. */
  mentor: z.string(),
  /** Minutes since the last message. */
  ended: z.number(),
  /** The side with unread messages, and their number. */
  unread: z.tuple([side, z.number()]).optional(),
  blockedBy: side.optional(),
  /** Minutes since the previous message, sender (f: family, m: mentor), text. */
  lines: z.array(z.tuple([z.number(), z.enum(['f', 'm']), z.string()])),
})
const demoChats = readDataFile('demo/chats', z.array(demoChat))

/** Rows of a conversation, dated backwards from its end. */
function rowsOf({ family, mentor, ended, unread, blockedBy, lines }: z.infer<typeof demoChat>) {
  let ago = ended + lines.reduce((sum, [gap]) => sum + gap, 0)
  const messages = lines.map(([gap, from, text], at) => {
    ago -= gap
    return { seq: at + 1, sender: from === 'f' ? 'family' : 'mentor', text, ago }
  })
  const readBy = (one: z.infer<typeof side>) => lines.length - (unread?.[0] === one ? unread[1] : 0)
  const read = { familyRead: readBy('family'), mentorRead: readBy('mentor') }
  return { family, mentor, ended, blockedBy: blockedBy ?? null, last: lines.length, ...read, messages }
}

/** Conversations of demo families and mentors, written once. */
export async function writeChats(tx: Transaction): Promise<void> {
  // Found by phone, because generated mentors may share names.
  const phones = designMentors.map((_, i) => mentorPhone(i))
  await sql`
    with given as (
      select f.id as family_id, m.id as mentor_id, g.* from jsonb_to_recordset(${JSON.stringify(demoChats.map(rowsOf))}::jsonb)
        as g(family text, mentor text, ended int, "blockedBy" text, last int, "familyRead" int, "mentorRead" int, messages jsonb)
      join account a on a.phone = g.family and a.demo join family f on f.account_id = a.id
      join mentor m on m.full_name = g.mentor and m.demo join account b on b.id = m.account_id and b.phone = any(${phones})),
    made as (
      insert into conversation (family_id, mentor_id, last_seq, last_at, family_delivered, family_read, mentor_delivered, mentor_read, family_blocked_at, mentor_blocked_at)
      select family_id, mentor_id, last, now() - make_interval(mins => ended), last, "familyRead", last, "mentorRead",
        case "blockedBy" when 'family' then now() end, case "blockedBy" when 'mentor' then now() end from given
      on conflict on constraint conversation_once do nothing returning id, family_id, mentor_id)
    insert into message (conversation_id, seq, sender, client_id, text, sent_at)
    select made.id, t.seq, t.sender, gen_random_uuid(), t.text, now() - make_interval(mins => t.ago)
    from made join given using (family_id, mentor_id), jsonb_to_recordset(given.messages) as t(seq int, sender text, text text, ago int)`.execute(
    tx,
  )
}
