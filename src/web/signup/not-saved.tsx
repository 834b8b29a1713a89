import { m } from '#messages'
import { Notice } from '../ui/error-state.tsx'
import { Icon } from '../ui/icon.tsx'
import type { DraftView } from './draft.ts'

/** Explains why answers are not saved and whether this device holds them. */
export function NotSaved({ view: { saving, isStored } }: { view: DraftView }) {
  if ((saving !== 'offline' && saving !== 'failed') || !isStored) return null
  return (
    <Notice icon={<Icon name="cloud-off" size={22} />}>
      {saving === 'offline' ? m.apply_lost_text() : m.apply_failed_save_text()}
    </Notice>
  )
}
