import { subjects } from '#contract/reference/catalogue.ts'
import type { Language } from '#contract/wire/errors.ts'
import { firstName } from '#contract/wire/names.ts'
import { dateInIndia, instantInIndia, plusMinutes, timeInIndia } from '#contract/wire/time.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { type Db, type Transaction, transaction } from '#server/platform/database.ts'
import { clockText, weekdayText } from '#server/platform/figures.ts'
import type { Log } from '#server/platform/log.ts'
import * as rows from './tomorrow-rows.ts'

const event = 'classes-tomorrow'
/** Evening window: after work and before quiet hours. */
const from = '18:30'
const until = '21:00'

const count = (n: number, language: Language) =>
  language === 'hi' ? `${n} क्लास` : `${n} ${n === 1 ? 'class' : 'classes'}`

/** Mentors read first names only. */
const learnerFor = ({ side }: rows.Reader, learner: string | null) =>
  learner && side === 'mentor' ? firstName(learner) : learner

/**
 * Sends each family and mentor one evening message with all their lessons of tomorrow. Runs repeatedly through the
 * evening, so that an outage does not lose the message; later changes send their own.
 */
export async function notifyTomorrow(db: Db, log?: Log, now = new Date()): Promise<void> {
  if (timeInIndia(now) < from || timeInIndia(now) >= until) return
  const date = dateInIndia(plusMinutes(now, 24 * 60))
  for (const reader of await rows.readersOf(db, date, event)) {
    // A failed message must not stop the others.
    await transaction(db, (tx) => notifyReader(tx, reader, date, now)).catch((error: unknown) =>
      log?.error({ err: error, accountId: reader.accountId }, 'sending the evening message failed'),
    )
  }
}

async function notifyReader(tx: Transaction, reader: rows.Reader, date: string, now: Date): Promise<void> {
  const classes = await rows.classesFor(tx, reader, date)
  const [first] = classes
  if (!first) return
  const values = inBothLanguages((language, i) => ({
    classes: count(classes.length, language),
    day: weekdayText(first.startsAt, language),
    subject: subjects[first.subject][i],
    time: clockText(first.startsAt, language),
    list: classes
      .map(({ startsAt, subject, learner, mentor }) =>
        [
          `${clockText(startsAt, language)} ${subjects[subject][i]}`,
          learnerFor(reader, learner),
          reader.side === 'family' && mentor,
        ]
          .filter(Boolean)
          .join(', '),
      )
      .join('\n'),
  }))
  await notify(tx, {
    event,
    ...reader,
    values,
    onceKey: `${date}:${reader.side}`,
    until: instantInIndia(dateInIndia(now), until),
  })
}
