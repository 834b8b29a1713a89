import { type ReactNode, useRef } from 'react'
import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { LocalLink } from '../ui/link.tsx'

export type ConversationAction = 'search' | 'block' | 'report' | 'concern'

type Props = {
  profile: string | null
  /** Without messages there is nothing to search or report. */
  isStarted: boolean
  isBlockedByMe: boolean
  onChoose: (action: ConversationAction) => void
}

/** Menu of a conversation. A native popover, closed by Esc and outside clicks. */
export function ConversationMenu({ profile, isStarted, isBlockedByMe, onChoose }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  const item = (action: ConversationAction, icon: IconName, words: ReactNode) => (
    <button
      type="button"
      onClick={() => {
        menu.current?.hidePopover()
        onChoose(action)
      }}
    >
      <Icon name={icon} size={20} />
      {words}
    </button>
  )
  return (
    <div popover="auto" id="chat-menu" ref={menu} className="chat-menu">
      {profile && (
        <LocalLink to={profile}>
          <Icon name="users" size={20} />
          {m.chat_see_profile()}
        </LocalLink>
      )}
      {isStarted && item('search', 'search', m.chat_search())}
      {isStarted && item('block', 'circle-x', isBlockedByMe ? m.chat_unblock() : m.chat_block())}
      {isStarted && item('concern', 'shield-check', m.concern_open())}
      {isStarted && item('report', 'flag', m.chat_report())}
    </div>
  )
}
