import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'

export type SentState = 'waiting' | 'sent' | 'delivered' | 'read'

const icons = { waiting: 'clock', sent: 'check', delivered: 'check-check', read: 'check-check' } as const
const words = { waiting: m.chat_waiting, sent: m.chat_sent, delivered: m.chat_delivered, read: m.chat_read }

/** Delivery state of an own message; `isNamed` shows the word as well. */
export function Ticks({ state, isNamed }: { state: SentState; isNamed: boolean }) {
  return (
    <>
      <Icon name={icons[state]} size={16} className={state === 'read' ? 'tick-read' : ''} />
      <span className={isNamed ? undefined : 'sr-only'}>{words[state]()}</span>
    </>
  )
}
