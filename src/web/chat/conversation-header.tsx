import type { ReactNode } from 'react'
import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { CallButton } from '../shell/call-button.tsx'
import { useSite } from '../shell/site-state.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Portrait } from '../ui/photo.tsx'
import { nameOf, type Other } from './conversations.ts'

type Props = {
  other: Other
  /** Whose family it is. */
  students: readonly string[]
  isOnline: boolean
  isTyping: boolean
  menu: ReactNode
}

/** Name and presence of the other party, with call button and menu. */
export function ConversationHeader({ other, students, isOnline, isTyping, menu }: Props) {
  const { callingNo } = useSite()
  const name = nameOf(other)
  const who = (
    <>
      <span aria-hidden="true" className="flex-none">
        <Portrait src={other.photo} name={name} width={42} lazy={false} />
      </span>
      <span className="min-w-0">
        <h1 className="chat-name">{name}</h1>
        <span className="block truncate text-small">
          {isTyping ? (
            <span className="text-tick">{m.chat_is_typing()}</span>
          ) : isOnline ? (
            <span className="text-tick">{m.chat_online()}</span>
          ) : (
            <span className="text-muted">
              {other.side === 'mentor'
                ? students.join(', ') || m.chat_mentor()
                : students.length > 0
                  ? m.chat_family_of({ names: students.join(', ') })
                  : m.chat_family()}
            </span>
          )}
        </span>
      </span>
    </>
  )
  return (
    <header className="chat-head">
      <LocalLink to="/chat" aria-label={m.chat_back()} className="chat-back">
        <Icon name="chevron-left" size={24} />
      </LocalLink>
      {other.slug ? (
        <LocalLink to={`/mentors/${other.slug}`} className="chat-who">
          {who}
        </LocalLink>
      ) : (
        <div className="chat-who">{who}</div>
      )}
      {other.side === 'mentor' ? (
        <CallButton mentor={{ id: other._id, name }} square />
      ) : (
        <ButtonLink
          look="outline"
          square
          href={telHref(callingNo)}
          aria-label={m.chat_call({ number: callingNo })}
          icon={<Icon name="phone" size={22} />}
        />
      )}
      <Button
        look="plain"
        square
        popoverTarget="chat-menu"
        aria-label={m.chat_menu()}
        icon={<Icon name="ellipsis-vertical" size={22} />}
      />
      {menu}
    </header>
  )
}
