import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { notificationEvents } from '#contract/notifications/notification-events.ts'
import { StartError } from './start-error.ts'

const id = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .nullable()
const file = z.strictObject(
  Object.fromEntries(notificationEvents.map((event) => [event, z.strictObject({ en: id, hi: id })])),
)

/** The SMS provider's ids of our registered texts, by event and language; null: not told by SMS. */
export type SmsTemplates = z.infer<typeof file>

/** Reads the file that names a registered text for every event; none may be forgotten, so that nobody waits for silence. */
export function readSmsTemplates(path: string): SmsTemplates {
  const given = file.safeParse(contentOf(path))
  if (given.success) return given.data
  const [first] = given.error.issues
  const where = first?.path.join('.') || (first && 'keys' in first ? first.keys.join(', ') : 'the file')
  throw new StartError(
    `MSG91_TEMPLATES: ${where} in ${path} must be an id of MSG91, or null: npm run sms-texts prints what is needed.`,
  )
}

function contentOf(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StartError(
      `MSG91_TEMPLATES: ${path} cannot be read as JSON: ${error instanceof Error ? error.message : error}.`,
    )
  }
}
