import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useScripts } from '../ui/use-scripts.ts'
import type { DraftView, SaveState } from './draft.ts'

type State = SaveState | 'uploading' | 'upload-missing' | 'not-stored'
const statusStyles: Record<State, [IconName | null, string, () => string]> = {
  saved: ['cloud-check', 'text-tick', m.apply_saved],
  saving: [null, '', m.apply_saving],
  uploading: [null, '', m.apply_uploading],
  'upload-missing': ['circle-exclamation-point', 'text-error', m.apply_upload_missing],
  offline: ['cloud-off', 'text-warn', m.apply_lost],
  failed: ['cloud-off', 'text-warn', m.apply_failed_save],
  'not-stored': ['circle-exclamation-point', 'text-error', m.apply_unkept],
  refused: ['circle-exclamation-point', 'text-error', m.apply_refused],
  conflict: ['circle-exclamation-point', 'text-error', m.apply_unsettled],
  local: ['smartphone', '', m.apply_local],
}

/** "Saved" requires that the server has all answers and files. */
function stateOf({ saving, isStored, uploads }: DraftView): State {
  if (!isStored && (saving === 'offline' || saving === 'failed' || saving === 'local')) return 'not-stored'
  const files = Object.values(uploads)
  if (saving !== 'saved' || files.length === 0) return saving
  return files.includes('sending') ? 'uploading' : 'upload-missing'
}

/** Save state of the draft. Hidden without scripts, because nothing is saved automatically then. */
export function SaveStatus({ view }: { view: DraftView }) {
  const [icon, colour, text] = statusStyles[stateOf(view)]
  const hasScripts = useScripts()
  if (!hasScripts || (view.saving === 'local' && Object.keys(view.parts).length === 0)) return null
  return (
    <p className="flex max-w-[48vw] items-center gap-1.5 text-caption text-muted sm:text-small">
      {icon ? <Icon name={icon} size={22} className={`flex-none ${colour}`} /> : <Spinner />}
      {text()}
    </p>
  )
}
