import { useSearchParams } from 'react-router'
import { late } from '../../ui/late.tsx'

const DoneText = late('done-text', async () => (await import('./done-text.tsx')).DoneText)

/** Success message after a form sent without scripts. */
export function DoneNotice() {
  const [search] = useSearchParams()
  const done = search.get('done')
  return done && <DoneText done={done} />
}
