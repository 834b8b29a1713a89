import type { ReactNode } from 'react'
import { AdultAtHome } from './adult-at-home.tsx'
import type { ClassToConfirm } from './classes.ts'
import { DashboardForm, type FormFetcher, useResult } from './dashboard-form.tsx'

type Props = {
  one: ClassToConfirm
  tick: FormFetcher
  value: boolean
  children: (loading: boolean) => ReactNode
}

/** Confirms a lesson or withdraws that. Idempotent, so no key is needed. */
export function TickForm({ one: { booking, record }, tick, value, children }: Props) {
  const result = useResult(tick, 'tick', record._id)
  return (
    <DashboardForm fetcher={tick} intent="tick" of={record._id} result={result}>
      <input type="hidden" name="parentTick" value={String(value)} />
      {/* With scripts it is asked after the answer. */}
      {value && (
        <noscript>
          <div className="mb-3 empty:hidden">
            <AdultAtHome booking={booking} />
          </div>
        </noscript>
      )}
      {children(tick.state !== 'idle' && tick.formData?.get('of') === record._id)}
    </DashboardForm>
  )
}
