import type { ClassRecord } from '#contract/classes/bookings.ts'
import { m } from '#messages'
import type { Side } from './change-actions.tsx'
import type { SuccessText } from './form-result.ts'

/** Result of the visit code; empty without one. */
export function codeText({ code, codeTries }: Pick<ClassRecord, 'code' | 'codeTries'>): string {
  if (code === 'none') return ''
  if (code === 'right') return m.code_right()
  if (codeTries === 0) return m.code_no_tries()
  return codeTries === 1 ? m.code_wrong_last() : m.code_wrong({ tries: codeTries })
}

/** Success of marking attendance with a visit code; undefined without one. */
export function attendanceText(record: Pick<ClassRecord, 'code' | 'codeTries'>): SuccessText | undefined {
  if (record.code === 'right') return { text: m.attend_done_code(), done: 'code' }
  const code = codeText(record)
  return code === '' ? undefined : { text: `${code} ${m.dash_saved_attendance()}` }
}

/** How the lesson was confirmed; empty before that. */
export function confirmationText({ confirmedBy }: Pick<ClassRecord, 'confirmedBy'>, side: Side): string {
  if (confirmedBy === 'code') return m.attend_by_code()
  if (confirmedBy === 'tick') return side === 'family' ? m.attend_by_you() : m.attend_by_tick()
  return confirmedBy === 'silence' ? m.attend_by_silence() : ''
}
