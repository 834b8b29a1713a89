import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import type { FormFetcher } from '../kit/dashboard-form.tsx'

/** Saves a form of the settings. */
export const SaveButton = ({ fetcher: { state } }: { fetcher: Pick<FormFetcher, 'state'> }) => (
  <Button type="submit" loading={state !== 'idle'} loadingText={m.dash_saving()} className="sm:justify-self-start">
    {m.settings_save()}
  </Button>
)
