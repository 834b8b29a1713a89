import { m } from '#messages'
import { textOf, valuesOf } from '../../form.ts'
import { connectionLostAction } from '../../lost-connection.ts'

/** The result of submitting an admin form. */
export type AdminResult = {
  intent: string
  /** Message after a success, otherwise null. */
  done: { title: string; text: string; undo?: Record<string, string> } | null
  /** Error message for the whole form. */
  problem: string | null
  /** Set when another admin changed the record first: who, and which values changed. */
  conflict: { text: string; events: { title: string; changes: string[] }[] } | null
  /** Error messages by field. */
  fields: Record<string, string>
  /** The submitted values. */
  values: Record<string, string>
}

/** An empty result that keeps the submitted values. */
export const emptyResult = (form: FormData): AdminResult => ({
  intent: textOf(form, 'intent'),
  done: null,
  problem: null,
  conflict: null,
  fields: {},
  values: valuesOf(form),
})

export const clientAction = connectionLostAction((form) => ({ ...emptyResult(form), problem: m.failure_connection() }))
