import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useScripts } from '../ui/use-scripts.ts'
import type { Saving } from './draft.ts'

const looks: Record<Saving, [IconName | null, string, () => string]> = {
  saved: ['cloud-check', 'text-tick', m.apply_saved],
  saving: [null, '', m.apply_saving],
  lost: ['cloud-off', 'text-warn', m.apply_lost],
  refused: ['circle-exclamation-point', 'text-error', m.apply_refused],
  local: ['smartphone', '', m.apply_local],
}

/** Where what was typed is. Before scripts nothing is saved by itself. */
export function SaveLine({ saving }: { saving: Saving }) {
  const [icon, colour, words] = looks[saving]
  if (!useScripts()) return null
  return (
    <p className="flex max-w-[48vw] items-center gap-2 text-right text-muted text-small leading-[18px]">
      {icon ? <Icon name={icon} size={22} className={`flex-none ${colour}`} /> : <Spinner />}
      {words()}
    </p>
  )
}
