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

/** The SMS provider's template ids by event and language; null for events without an SMS. */
export type SmsTemplates = z.infer<typeof file>

/** Reads the file of template ids; every event has to be listed, so that no message is dropped silently. */
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
