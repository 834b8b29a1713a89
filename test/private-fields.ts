import { sql } from 'kysely'
import { projectMentors } from '#server/mentors/search/projection.ts'
import type { TestApp } from './test-app.ts'
import { canary, type World } from './world.ts'

/** Words of the mentor about the family that the family may not read yet, or ever. */
export const blind = `${canary} of the family`
/** The first mentor's exact latitude. */
export const exactLat = '22.7196123'

/** Puts a marker in every private field of the first mentor and family. */
export async function markPrivateFields(app: TestApp, world: World): Promise<void> {
  await sql`update mentor set email = ${`${canary}@mail.example`}, document = ${`/${canary}/id.pdf`}, cv = ${`/${canary}/cv.pdf`},
    teaching_video = ${`/${canary}/video.mp4`}, teaching_video_published = false, admin_brief = ${`${canary} brief`}, admin_brief_visible = false,
    teaching_experience = ${canary}, twelfth_board = ${canary}, twelfth_stream = ${canary}, graduation_college = ${canary}, graduation_degree = ${canary},
    postgraduation_college = ${canary}, postgraduation_degree = ${canary}, age = 61, admin_ranking = 37, lat = 22.7196123, lon = 75.8577456
    where id = ${world.mentor.id}`.execute(app.db)
  await sql`update mentor_check set evidence = ${canary}, checker = ${canary}`.execute(app.db)
  await sql`insert into mentor_check (mentor_id, kind, state, checker, evidence, degree, basis, checked_on)
    values (${world.mentor.id}, 'identity', 'passed', ${canary}, ${canary}, '', 'aadhaar', '2026-08-12'),
      (${world.mentor.id}, 'police', 'failed', ${canary}, ${canary}, ${canary}, '', '2026-08-12') on conflict do nothing`.execute(
    app.db,
  )
  // The list reads projected cards, so they are rebuilt from the marked rows.
  await projectMentors(app.db, [world.mentor.id])
  await sql`update family set name = ${`Meera Surname${canary}`}, email = ${`${canary}@mail.example`}, area = ${canary}, address = ${canary} where id = ${world.family.id}`.execute(
    app.db,
  )
  const address = JSON.stringify({ house: `14, ${canary}`, area: canary, landmark: canary, city: 'Indore' })
  await sql`update learner set name = ${`Aarav Surname${canary}`}, school = ${canary}, address = ${address} where family_id = ${world.family.id}`.execute(
    app.db,
  )
  await sql`update booking set address = ${address} where family_id = ${world.family.id}`.execute(app.db)
  await sql`update payment_order set address = ${address} where family_id = ${world.family.id}`.execute(app.db)
  await sql`update class_record set topic = ${canary}, note = ${canary}, homework = ${canary} where id = ${world.recordId}`.execute(
    app.db,
  )
  await sql`update session set user_agent = ${canary}`.execute(app.db)
  // The mentor's review of the family, which the family cannot read yet, and a private remark to us.
  await sql`insert into family_review (booking_id, stars, words) values (${world.pendingBookingId}, 2, ${blind})`.execute(
    app.db,
  )
  await sql`insert into demo_outcome (booking_id, side, answer, words) values (${world.bookingId}, 'mentor', 'would_not', ${blind})`.execute(
    app.db,
  )
}
