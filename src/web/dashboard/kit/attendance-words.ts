import type { ClassRecord } from '#contract/classes/bookings.ts'
import { m } from '#messages'

/** What became of the code a mentor typed; empty when there was none. */
export function codeWords({ code, codeTries }: Pick<ClassRecord, 'code' | 'codeTries'>): string {
  if (code === 'none') return ''
  if (code === 'right') return m.code_right()
  if (codeTries === 0) return m.code_no_tries()
  return codeTries === 1 ? m.code_wrong_last() : m.code_wrong({ tries: codeTries })
}

/** How the family's yes came; empty while there is none. */
export function confirmedWords({ confirmedBy }: Pick<ClassRecord, 'confirmedBy'>): string {
  if (confirmedBy === 'code') return m.attend_by_code()
  if (confirmedBy === 'tick') return m.attend_by_tick()
  return confirmedBy === 'silence' ? m.attend_by_silence() : ''
}
