import type { Clash, ConfirmationReason } from '#contract/classes/timetables.ts'
import { m } from '#messages'
import { textOf, valuesOf } from '../../form.ts'
import { connectionLostAction } from '../../lost-connection.ts'

/** Result of a dashboard form. `of` is the id of its subject. */
export type FormResult = {
  intent: string
  of: string
  ok: boolean
  /** Message for the whole form. */
  problem: string | null
  /** Messages by field name. */
  fields: Record<string, string>
  /** Submitted values. */
  values: Record<string, string>
  /** Idempotency key of the next attempt. */
  nextKey: string
  /** Additional text of a success message. */
  message?: string
  /** Why the family must confirm. */
  confirmationReasons?: ConfirmationReason[]
  /** Conflicting dates of a weekly rule. */
  clashes?: { date: string; clash: Clash }[]
  /** Stored on the device until it is online. */
  isStored?: boolean
}

/** Result of a lost connection: values and key stay the same. */
export function connectionLostResult(form: FormData): FormResult {
  return {
    intent: textOf(form, 'intent'),
    of: textOf(form, 'of'),
    ok: false,
    problem: m.failure_connection(),
    fields: {},
    values: valuesOf(form),
    nextKey: textOf(form, 'key'),
  }
}

export const clientAction = connectionLostAction(connectionLostResult)
