import type { MessageText } from '#contract/notifications/message-texts.ts'
import { m } from '#messages'
import { Badge } from '../../ui/badge.tsx'

/** Whether an event has texts of its own. */
export function TextState({ state }: Pick<MessageText, 'state'>) {
  if (state === 'usual') return null
  return state === 'changed' ? (
    <Badge kind="paid">{m.admin_text_changed()}</Badge>
  ) : (
    <Badge kind="failed">{m.admin_text_outdated()}</Badge>
  )
}
