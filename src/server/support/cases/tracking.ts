import { timingSafeEqual } from 'node:crypto'
import { subjectName } from '#contract/reference/catalogue.ts'
import type { TrackedCase } from '#contract/support/cases.ts'
import type { Language } from '#contract/wire/errors.ts'
import { rupees } from '#contract/wire/money.ts'
import type { Context } from '#server/context.ts'
import { siteIn } from '#server/notifications/notifications.ts'
import { AppError } from '#server/platform/errors.ts'
import { signerFor } from '#server/platform/sealed.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import * as rows from './tracking-rows.ts'

/** What the address and the key of a case depend on. */
export type CaseLinks = Pick<Context['config'], 'publicUrl' | 'secretKeys'>

/** 60 bits, in letters and digits that cannot be mistaken for each other; with the number it fits a value of a registered SMS. */
const keyLength = 12
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** Key with which a person without an account follows a case: a MAC of its id, valid as long as the secret key. */
export const caseKey = ({ secretKeys }: Pick<CaseLinks, 'secretKeys'>, id: string): string =>
  inLetters(signerFor(secretKeys, 'case links').sign(id))
const inLetters = (mac: Buffer) =>
  [...mac.subarray(0, keyLength)].map((byte) => letters[byte % letters.length]).join('')

/** Where a case is followed: account holders log in, others need the key after the number. */
export const trackingCode = (
  links: CaseLinks,
  { id, number, accountId }: { id: string; number: string; accountId: string | null },
  language: Language,
) => ({
  site: siteIn(links.publicUrl, language),
  track: accountId ? number : `${number}/${caseKey(links, id)}`,
})

/** Whether a key is the case's, by any of the secret keys. */
const hasKey = ({ secretKeys }: Pick<CaseLinks, 'secretKeys'>, id: string, given: string) =>
  signerFor(secretKeys, 'case links')
    .all(id)
    .map((mac) => Buffer.from(inLetters(mac)))
    .some((key) => key.length === Buffer.byteLength(given) && timingSafeEqual(key, Buffer.from(given)))

/** A case for the account that opened it, or for whoever has its key. @throws AppError `not-found` for everyone else */
export async function trackCase(
  { db, config }: Context,
  viewer: Viewer | null,
  number: string,
  key: string | undefined,
): Promise<TrackedCase> {
  const found = await rows.caseByNumber(db, number)
  const isOwn = found?.accountId != null && found.accountId === viewer?.accountId
  if (!found || !(isOwn || (key !== undefined && hasKey(config, found.id, key)))) throw new AppError('not-found')
  const { id, accountId: _, answerBy, answeredAt, settleBy, resolvedAt, ...rest } = found
  const [events, lesson] = await Promise.all([rows.trackedEvents(db, id), rows.trackedLesson(db, id)])
  return {
    ...rest,
    isOwn,
    answerBy: answerBy.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    settleBy: settleBy.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    lesson: lesson && toLesson(lesson),
    events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  }
}

const toLesson = ({ paise, subject, startsAt, ...rest }: rows.LessonRow): TrackedCase['lesson'] => ({
  ...rest,
  subject: subjectName(subject, 'en'),
  startsAt: startsAt.toISOString(),
  amount: rupees(paise),
})
