import type { AskReason, Clash } from '#contract/classes/timetables.ts'
import { m } from '#messages'
import { textOf, valuesOf } from '../../form.ts'
import { connectionLostAction } from '../../lost-connection.ts'

/** What became of a form of a dashboard. `of` is the row it was about. */
export type FormResult = {
  intent: string
  of: string
  ok: boolean
  /** Words for the whole form. */
  problem: string | null
  /** Words beside single fields. */
  fields: Record<string, string>
  /** What was typed. */
  values: Record<string, string>
  /** A try after a failure is another request and needs a key of its own. */
  nextKey: string
  /** What there is to say of a success beyond that it was one. */
  told?: string
  /** Why the family has to say yes to what was typed. */
  asks?: AskReason[]
  /** Dates of weekly times that are taken. */
  clashes?: { date: string; clash: Clash }[]
  /** It waits on this phone for the network. */
  isKept?: boolean
}

/** Without a connection the form stays as it is, and its next try keeps its key. */
export function lostResult(form: FormData): FormResult {
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

export const clientAction = connectionLostAction(lostResult)
