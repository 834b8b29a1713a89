import { sql } from 'kysely'

/** Names and words as long as they may be, in both scripts. */
export const awkwardNames = sql`with
  families as (update family set name = 'Venkatanarasimharajuvaripeta Lakshminarayanamurthy Subrahmanyam'),
  learners as (update learner set name = 'विश्वनाथप्रतापसिंह चंद्रशेखर वेंकटरामन'),
  admins as (update admin_user set name = 'Thiruvananthapuram Balasubramanian Krishnamoorthy'),
  words as (update support_case set text = repeat('Unbrokenlongwordwithoutanyspaceatall', 12))
  update mentor set full_name = 'Padmanabhan Lakshminarasimhan Venkatasubramanian Iyer',
    brief = repeat('A long and patient introduction of a mentor who has much to say. ', 12), photo = case when photo is null then null else '/portraits/missing.svg' end`
