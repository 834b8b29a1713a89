import type { ReactNode } from 'react'
import { m } from '#messages'
import { Notice } from '../../ui/error-state.tsx'
import { SettingsHead } from '../kit/section-tabs.tsx'

type Props = {
  text: string
  mayChange: boolean
  isDone: boolean
  /** Whether changes apply from a date shown on the page and not at once. */
  isDated?: boolean
  children: ReactNode
}

/** Heading and tabs of the settings pages. */
export function SettingsFrame({ text, mayChange, isDone, isDated = false, children }: Props) {
  return (
    <>
      <SettingsHead text={text} />
      {!mayChange && <p className="mt-4 max-w-prose font-semibold">{m.admin_set_owner_only()}</p>}
      {isDone && (
        <div className="mt-4">
          <Notice tone="good">{isDated ? m.admin_set_done() : m.admin_set_done_now()}</Notice>
        </div>
      )}
      {children}
    </>
  )
}
