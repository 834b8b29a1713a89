import { brand } from '#contract/brand.ts'
import type { CheckKind } from '#contract/catalogue.ts'
import type { Language } from '#contract/errors.ts'
import { checkReminderDays } from '#contract/limits.ts'
import type { Parts } from '#server/app.ts'
import { projectMentors } from '#server/mentors/mentors.ts'
import { notify } from '#server/notifications/notifications.ts'
import { transaction } from '#server/platform/database.ts'
import { readSetting } from '#server/settings/settings.ts'
import { deleteDocument } from './documents.ts'
import * as due from './due-rows.ts'

const together = 200

const checkNames: Record<CheckKind, Record<Language, string>> = {
  identity: { en: 'identity', hi: 'पहचान' },
  qualification: { en: 'degree', hi: 'डिग्री' },
  interview: { en: 'interview', hi: 'इंटरव्यू' },
  police: { en: 'police', hi: 'पुलिस' },
}

const dayIn = (date: string, language: Language) =>
  new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN', {
    ...({ timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' } as const),
  }).format(new Date(date))

/** Every night: badges that ended leave the cards, mentors hear of checks that will end, and old documents go. */
export async function tendChecks(parts: Pick<Parts, 'db' | 'config' | 'queue'>): Promise<void> {
  const { db, config } = parts
  const ended = await due.mentorsWithEndedChecks(db)
  for (let i = 0; i < ended.length; i += together) {
    const ids = ended.slice(i, i + together)
    await transaction(db, async (tx) => {
      await due.lockMentors(tx, ids)
      await projectMentors(tx, ids)
    })
  }
  for (const one of await due.checksToRemindOf(db, checkReminderDays)) {
    const wordsIn = (language: Language, name: string) => ({
      brand: name,
      check: checkNames[one.kind][language],
      date: dayIn(one.validUntil, language),
      link: `${config.publicUrl}/dashboard/mentor`,
    })
    await transaction(db, async (tx) => {
      if (!(await due.markReminded(tx, one))) return
      const { mentorId, kind, validUntil, accountId } = one
      const values = { en: wordsIn('en', brand.name), hi: wordsIn('hi', brand.nameHi) }
      await notify(tx, { event: 'check-expiring', accountId, onceKey: `${mentorId}:${kind}:${validUntil}`, values })
    })
  }
  const days = await readSetting(db, 'documentDays')
  for (const id of await due.mentorsWithOldDocuments(db, days)) await deleteDocument(parts, null, id)
}
