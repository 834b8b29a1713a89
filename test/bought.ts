import { makeMentor, newPhone } from './builders.ts'
import type { LoggedIn, TestApp } from './test-app.ts'

export type Bought = { mentor: LoggedIn; family: LoggedIn; booking: string }

/** A new mentor and a new family with a paid booking: a 4,500-rupee month by default. */
export async function makePaidBooking(
  app: TestApp,
  input: Record<string, unknown> = { amount: 4500, plan: 'monthly' },
): Promise<Bought> {
  const mentor = await app.login((await makeMentor(app.db)).phone, 'mentor')
  const family = await app.login(newPhone(), 'student')
  return { mentor, family, booking: await app.paidBooking(family, mentor.id, input) }
}
