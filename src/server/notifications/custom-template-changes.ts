import { isDeepStrictEqual } from 'node:util'
import type { CustomTemplates, OpenText, TextInput, Texts } from '#contract/notifications/message-texts.ts'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockSettings } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { insertSetting, readSetting, textSetting } from '#server/settings/settings/settings.ts'
import { defaultTexts, problemsOf, withCustom } from './custom-templates.ts'
import { openText, versionOf } from './texts.ts'

const normalised = (text: string) => text.normalize('NFC').trim()
const normalisedLines = (text: string) => normalised(text.replace(/\r\n?/g, '\n'))
type Email = { subject: string; text: string }
const normalisedEmail = ({ subject, text }: Email): Email => ({
  subject: normalised(subject),
  text: normalisedLines(text),
})

/** The normalised texts. @throws bad-request with the problem of every field */
function readInput(event: NotificationEvent, { app, email }: TextInput): Texts {
  const defaults = defaultTexts(event)
  const texts: Texts = {
    app: app ? { en: normalisedLines(app.en), hi: normalisedLines(app.hi) } : defaults.app,
    email:
      defaults.email && (email ? { en: normalisedEmail(email.en), hi: normalisedEmail(email.hi) } : defaults.email),
  }
  const fields = problemsOf(event, texts)
  if (fields.length > 0) throw new AppError('bad-request', { fields })
  return texts
}

/** The channels that differ from the default; the others follow the defaults of later versions. */
function customisedIn(event: NotificationEvent, { app, email }: Texts): CustomTemplates {
  const defaults = defaultTexts(event)
  return {
    ...(isDeepStrictEqual(app, defaults.app) ? {} : { app }),
    ...(email === null || isDeepStrictEqual(email, defaults.email) ? {} : { email }),
  }
}

/**
 * Saves the texts of an event. Saving the same texts again succeeds.
 * @throws setting-changed if the texts are no longer those this edit started from
 */
export async function changeTexts(
  { db, config }: Context,
  viewer: Viewer,
  { event, input }: { event: NotificationEvent; input: TextInput },
): Promise<OpenText> {
  const is = readInput(event, input)
  return await transaction(db, async (tx) => {
    await lockSettings(tx)
    const saved = await readSetting(tx, textSetting(event))
    const next = customisedIn(event, is)
    if (!isDeepStrictEqual(saved, next)) {
      if (versionOf(event, saved) !== input.version) throw new AppError('setting-changed')
      await insertSetting(tx, textSetting(event), next)
      const detail = { was: withCustom(event, saved), is }
      await writeAudit(tx, viewer, 'message.text', { kind: 'message-text', id: event, detail })
    }
    return await openText(tx, config, event)
  })
}
