import type { ReactNode } from 'react'
import { AdultAtHome } from './adult-at-home.tsx'
import type { ClassToConfirm } from './classes.ts'
import { DashboardForm, type FormFetcher, useResult } from './dashboard-form.tsx'

type Props = {
  one: ClassToConfirm
  tick: FormFetcher
  value: boolean
  /** On phones the dialog and the booking's page ask about adults, because the dashboard has no room. */
  isShort?: boolean | undefined
  children: (loading: boolean) => ReactNode
}

/** Confirms a lesson or withdraws that. Idempotent, so no key is needed. */
export function TickForm({ one: { booking, record }, tick, value, isShort, children }: Props) {
  const result = useResult(tick, 'tick', record._id)
  return (
    <DashboardForm fetcher={tick} intent="tick" of={record._id} result={result}>
      <input type="hidden" name="parentTick" value={String(value)} />
      {value && (
        <div className={`mb-3 empty:hidden ${isShort ? 'max-sm:hidden' : ''}`}>
          <AdultAtHome booking={booking} />
        </div>
      )}
      {children(tick.state !== 'idle' && tick.formData?.get('of') === record._id)}
    </DashboardForm>
  )
}
