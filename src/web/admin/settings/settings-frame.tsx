import type { ReactNode } from 'react'
import { m } from '#messages'
import { Notice } from '../../ui/error-state.tsx'
import { SettingsHead } from '../kit/section-tabs.tsx'

type Props = {
  text: string
  mayChange: boolean
  /** What was done last. */
  done?: string | undefined
  children: ReactNode
}

/** Heading and tabs of the settings pages. */
export function SettingsFrame({ text, mayChange, done, children }: Props) {
  return (
    <>
      <SettingsHead text={text} />
      {!mayChange && <p className="mt-4 max-w-prose font-semibold">{m.admin_set_owner_only()}</p>}
      {done && (
        <div className="mt-4">
          <Notice tone="good">{done}</Notice>
        </div>
      )}
      {children}
    </>
  )
}
