import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { DashboardForm, type FormFetcher, useResult } from '../kit/dashboard-form.tsx'

type Props = { id: string; name: string; intent: 'learner-away' | 'learner-back'; fetcher: FormFetcher }

/** Archives or restores a learner. */
export function MoveLearner({ id, name, intent, fetcher }: Props) {
  const result = useResult(fetcher, intent, id)
  const isBusy = fetcher.state !== 'idle' && fetcher.formData?.get('of') === id
  const isArchived = intent === 'learner-away'
  return (
    <DashboardForm fetcher={fetcher} intent={intent} of={id} result={result} className="grid gap-3">
      <Button
        type="submit"
        look={isArchived ? 'danger' : 'outline'}
        loading={isBusy}
        loadingText={m.dash_saving()}
        aria-label={isArchived ? undefined : `${m.settings_learner_back()}, ${name}`}
      >
        {isArchived ? m.settings_learner_away() : m.settings_learner_back()}
      </Button>
    </DashboardForm>
  )
}
