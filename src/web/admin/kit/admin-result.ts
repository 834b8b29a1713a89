import { m } from '#messages'
import { textOf, valuesOf } from '../../form.ts'
import { connectionLostAction } from '../../lost-connection.ts'

/** What became of a form about one mentor. */
export type AdminResult = {
  intent: string
  /** Words of a success; null when it was none, or when there was nothing to do yet. */
  done: { title: string; text: string } | null
  /** Words for the whole form. */
  problem: string | null
  /** Somebody else was first: who, and what is another now. */
  conflict: { text: string; events: { title: string; changes: string[] }[] } | null
  /** Words beside single fields. */
  fields: Record<string, string>
  /** What was typed. */
  values: Record<string, string>
}

/** A result that says nothing yet, with everything typed. */
export const emptyResult = (form: FormData): AdminResult => ({
  intent: textOf(form, 'intent'),
  ...{ done: null, problem: null, conflict: null, fields: {} },
  values: valuesOf(form),
})

export const clientAction = connectionLostAction((form) => ({ ...emptyResult(form), problem: m.failure_connection() }))
