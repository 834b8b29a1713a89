import { checkReminderDays } from '#contract/mentors/limits.ts'
import type { CheckKind } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Context } from '#server/context.ts'
import { projectMentors } from '#server/mentors/search/mentors.ts'
import { inBothLanguages, mentorHome, notify } from '#server/notifications/notifications.ts'
import { transaction } from '#server/platform/database.ts'
import { lockMentors } from '#server/platform/locks.ts'
import { readSetting } from '#server/settings/settings/settings.ts'
import { deleteOverdue, deleteOverdueCertificates } from './documents.ts'
import * as due from './due-rows.ts'
import { deleteUnusedEKyc } from './e-kyc-rows.ts'

const batchSize = 200

const checkNames: Record<CheckKind, Record<Language, string>> = {
  identity: { en: 'identity', hi: 'पहचान' },
  qualification: { en: 'degree', hi: 'डिग्री' },
  interview: { en: 'interview', hi: 'इंटरव्यू' },
  police: { en: 'police', hi: 'पुलिस' },
  training: { en: 'child-safety training', hi: 'बाल सुरक्षा ट्रेनिंग' },
}

const formatDay = (date: string, language: Language) =>
  new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN', {
    ...({ timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' } as const),
  }).format(new Date(date))

/**
 * Nightly job: removes expired badges from cards, reminds mentors of expiring checks and deletes private files past
 * their retention period.
 */
export async function expireChecks(context: Pick<Context, 'db' | 'config' | 'queue'>): Promise<void> {
  const { db, config } = context
  const ended = await due.mentorsWithExpiredChecks(db)
  for (let i = 0; i < ended.length; i += batchSize) {
    const ids = ended.slice(i, i + batchSize)
    await transaction(db, async (tx) => {
      await lockMentors(tx, ids)
      await projectMentors(tx, ids)
    })
  }
  for (const one of await due.checksToRemindOf(db, checkReminderDays)) {
    await transaction(db, async (tx) => {
      if (!(await due.markReminded(tx, one))) return
      const { mentorId, kind, validUntil, accountId } = one
      const values = inBothLanguages((language) => ({
        check: checkNames[kind][language],
        date: formatDay(validUntil, language),
        link: mentorHome(config.publicUrl, language),
      }))
      // An identity document can be uploaded; other checks have to be arranged.
      const event = kind === 'identity' ? 'identity-expiring' : 'check-expiring'
      await notify(tx, { event, accountId, side: 'mentor', onceKey: `${mentorId}:${kind}:${validUntil}`, values })
    })
  }
}

/** Deletes identity documents and certificates past their retention period. @returns their number */
export async function deleteOverdueDocuments(context: Pick<Context, 'db' | 'queue'>): Promise<number> {
  const { db } = context
  const checkedDays = await readSetting(db, 'documentDays')
  const ids = await due.overdueFiles(db, 'document', { checkedDays })
  for (const id of ids) await deleteOverdue(context, 'document', { checkedDays, id })
  const certificates = await due.overdueCertificates(db, { checkedDays })
  for (const id of new Set(certificates.map(({ mentorId }) => mentorId)))
    await deleteOverdueCertificates(context, { checkedDays, id })
  return ids.length + certificates.length + (await deleteUnusedEKyc(db))
}

/** Deletes the CVs of applicants who were rejected. @returns their number */
export async function deleteOverdueCvs(context: Pick<Context, 'db' | 'queue'>): Promise<number> {
  const checkedDays = await readSetting(context.db, 'documentDays')
  const ids = await due.overdueFiles(context.db, 'cv', { checkedDays })
  for (const id of ids) await deleteOverdue(context, 'cv', { checkedDays, id })
  return ids.length
}
