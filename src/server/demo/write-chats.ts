import { type Kysely, sql } from 'kysely'
import type { Side } from '#contract/live.ts'
import { instantInIndia } from '#contract/time.ts'
import type { DB } from '#server/platform/schema.ts'
import { designMentors } from './design-mentors.ts'
import { mentorPhone } from './mentor-row.ts'
import { demoFamilies } from './people.ts'

type Said = [side: Side, daysAgo: number, time: string, text: string]
/** `unread`: messages at its end that the family has not seen. */
type DemoChat = { family: string; mentor: string; unread?: number; said: readonly Said[] }

const chats: readonly DemoChat[] = [
  {
    family: 'Pooja Sharma',
    mentor: 'Sunita Deshpande',
    said: [
      ['family', 3, '18:20', 'Namaste ma’am, can Aarav bring his school notebook tomorrow?'],
      ['mentor', 3, '18:31', 'Namaste ji. Yes please, and the last test. We begin with Exercise 2.3.'],
      ['family', 1, '20:05', 'आज की क्लास के लिए धन्यवाद। होमवर्क हो गया है।'],
      ['mentor', 1, '20:12', 'बहुत अच्छा। कल उसी से शुरू करेंगे।'],
    ],
  },
  {
    family: 'Pooja Sharma',
    mentor: 'Shabana Ansari',
    unread: 1,
    said: [
      [
        'family',
        2,
        '18:41',
        'Namaste ma’am. Aarav is in Class 8, CBSE. His Sanskrit needs help. Can you come after 5 in Vijay Nagar?',
      ],
      [
        'mentor',
        2,
        '18:48',
        'Namaste ji. Yes, I teach two children in Scheme 54. Please keep his last test ready, I start from that.',
      ],
      ['mentor', 2, '18:49', 'My number is 9826010008'],
      ['family', 1, '16:12', 'कल शाम 5 बजे डेमो रख लें?'],
      ['mentor', 1, '16:15', 'हाँ, ठीक है। कॉपी और रुचिरा की किताब साथ रखिए।'],
    ],
  },
  {
    family: 'Ramesh Verma',
    mentor: 'Sunita Deshpande',
    said: [
      ['family', 4, '09:02', 'Kabir is in Class 10, MP Board. Do you still have a time free in the morning?'],
      ['mentor', 4, '09:40', 'Good morning. Tuesday and Thursday at 7 are free.'],
    ],
  },
]

/** Conversations of the demo people. */
export async function writeChats(tx: Kysely<DB>, today: string): Promise<void> {
  const phoneOfMentor = new Map(designMentors.map(({ name }, i) => [name, mentorPhone(i)]))
  for (const { family, mentor, said, unread = 0 } of chats) {
    const at = ([, daysAgo, time]: Said) =>
      new Date(instantInIndia(today, time).getTime() - daysAgo * 86_400_000).toISOString()
    const messages = said.map((one, i) => ({ seq: i + 1, sender: one[0], text: one[3], sent_at: at(one) }))
    const phones = [demoFamilies.find(({ name }) => name === family)?.phone, phoneOfMentor.get(mentor)]
    await sql`with made as (
      insert into conversation (family_id, mentor_id, last_seq, last_at, family_delivered, family_read, mentor_delivered, mentor_read, family_told, mentor_told)
      select f.id, m.id, n.n, ${messages.at(-1)?.sent_at}::timestamptz, n.n, n.n - ${unread}::int, n.n, n.n, n.n, n.n
      from (select ${messages.length}::int as n) n, family f join account fa on fa.id = f.account_id, mentor m join account ma on ma.id = m.account_id
      where fa.phone = ${phones[0]} and ma.phone = ${phones[1]} returning id)
      insert into message (conversation_id, seq, sender, client_id, text, sent_at)
      select made.id, g.seq, g.sender, gen_random_uuid(), g.text, g.sent_at
      from made, jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as g(seq int, sender text, text text, sent_at timestamptz)`.execute(
      tx,
    )
  }
}
