import { isDeepStrictEqual } from 'node:util'
import type { OpenText, OwnTexts, Texts, TextWish } from '#contract/notifications/message-texts.ts'
import type { NotificationEvent } from '#contract/notifications/notification-events.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockSettings } from '#server/platform/locks.ts'
import type { Viewer } from '#server/platform/sessions.ts'
import { insertSetting, readSetting, textSetting } from '#server/settings/settings/settings.ts'
import { fitting, problemsOf, usualTexts, withOwn } from './own-texts.ts'
import { filledTexts, openText } from './texts.ts'

const tidy = (text: string) => text.normalize('NFC').trim()
const lines = (text: string) => tidy(text.replace(/\r\n?/g, '\n'))
type Letter = { subject: string; text: string }
const letter = ({ subject, text }: Letter): Letter => ({ subject: tidy(subject), text: lines(text) })

/** The wish as it would be kept. Throws what is wrong with it, field by field. */
function readWish(event: NotificationEvent, { app, email }: TextWish): Texts {
  const usual = usualTexts(event)
  const texts: Texts = {
    app: app ? { en: lines(app.en), hi: lines(app.hi) } : usual.app,
    email: usual.email && (email ? { en: letter(email.en), hi: letter(email.hi) } : usual.email),
  }
  const fields = problemsOf(event, texts)
  if (fields.length > 0) throw new AppError('bad-request', { fields })
  return texts
}

/** Only what is another text: the rest stays the program's, whatever a newer one says. */
function changedIn(event: NotificationEvent, { app, email }: Texts): OwnTexts {
  const usual = usualTexts(event)
  return {
    ...(isDeepStrictEqual(app, usual.app) ? {} : { app }),
    ...(email === null || isDeepStrictEqual(email, usual.email) ? {} : { email }),
  }
}

/** Throws when other texts hold by now than those the wish began with. */
function mustHaveSeen(event: NotificationEvent, kept: OwnTexts, { seen }: TextWish): void {
  if (!isDeepStrictEqual(withOwn(event, fitting(event, kept)), seen)) throw new AppError('setting-changed')
}

type Asked = { event: NotificationEvent; wish: TextWish }

/** How an event would be told, without changing it. */
export async function previewTexts({ db, config }: Context, { event, wish }: Asked) {
  const texts = readWish(event, wish)
  const kept = await readSetting(db, textSetting(event))
  mustHaveSeen(event, kept, wish)
  return { texts, filled: await filledTexts(db, config, event, texts) }
}

/** Changes what an event is told with from now on. The same again is done already; what somebody else wrote meanwhile is looked at first. */
export async function changeTexts({ db, config }: Context, viewer: Viewer, { event, wish }: Asked): Promise<OpenText> {
  const is = readWish(event, wish)
  return await transaction(db, async (tx) => {
    await lockSettings(tx)
    const [kept, next] = [await readSetting(tx, textSetting(event)), changedIn(event, is)]
    if (!isDeepStrictEqual(kept, next)) {
      mustHaveSeen(event, kept, wish)
      await insertSetting(tx, textSetting(event), next)
      const detail = { was: withOwn(event, kept), is }
      await writeAudit(tx, viewer, 'message.text', { kind: 'message-text', id: event, detail })
    }
    return await openText(tx, config, event)
  })
}
