import { offlineAlertMinutes } from '#contract/chat/chat-limits.ts'
import type { Language } from '#contract/wire/errors.ts'
import type { Side } from '#contract/wire/live.ts'
import type { Context } from '#server/context.ts'
import { inBothLanguages, isQuiet, notify } from '#server/notifications/notifications.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import * as rows from './offline-alert-rows.ts'
import { familyName, type Party } from './queries.ts'

/**
 * Alerts offline recipients by SMS or email, once until they are online again. Waits during quiet hours, because messages may be
 * read before morning.
 */
export async function sendOfflineAlerts({ db, log }: Pick<Context, 'db' | 'log'>, now = new Date()): Promise<void> {
  if (await isQuiet(db, now)) return
  for (const side of ['family', 'mentor'] as const) {
    for (const id of await rows.partiesToAlert(db, side, offlineAlertMinutes)) {
      const alert = transaction(db, async (tx) => {
        const waiting = await rows.claimUnread(tx, { side, id })
        if (waiting) await notifyWaiting(tx, { side, id }, waiting)
      })
      // One failed alert must not stop the others.
      await alert.catch((error: unknown) => log?.error({ err: error, side, id }, 'offline alert failed'))
    }
  }
}

const unnamed: Record<Side, Record<Language, string>> = {
  family: { en: 'a family', hi: 'एक परिवार' },
  mentor: { en: 'a mentor', hi: 'एक मेंटर' },
}

async function notifyWaiting(tx: Transaction, { side }: Party, waiting: rows.UnreadSummary): Promise<void> {
  const { accountId, messages, others, name, onceKey } = waiting
  const from = side === 'family' ? 'mentor' : 'family'
  const values = inBothLanguages((language) => {
    const one = (from === 'family' ? familyName(name) : name) ?? unnamed[from][language]
    const and = language === 'hi' ? `${one} और ${others} अन्य` : `${one} and ${others} more`
    return { name: others > 0 ? and : one, count: String(messages) }
  })
  await notify(tx, { event: 'message-waiting', accountId, side, onceKey, values })
}
