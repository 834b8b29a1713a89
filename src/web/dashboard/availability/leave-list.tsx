import type { ChangeEvent } from 'react'
import { useFetcher } from 'react-router'
import type { Availability, Leave } from '#contract/classes/availability.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatDate, instantOf } from '../../ui/dates.tsx'
import { TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { availabilityPath } from '../kit/availability-path.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import { fieldsOf } from '../kit/form-fields.ts'
import type { FormResult } from '../kit/form-result.ts'
import { availabilityKey } from '../kit/use-saved-hours.ts'
import { RemoveButton } from './date-exceptions.tsx'

/** Formats dates of leave: "Mon 23 Nov to Wed 25 Nov", or one day. */
export const leaveDates = ({ from, to }: Pick<Leave, 'from' | 'to'>): string =>
  from === to
    ? formatDate(instantOf(from))
    : m.free_from_to({ from: formatDate(instantOf(from)), to: formatDate(instantOf(to)) })

/** Leave with its affected lessons, and a form to add more. */
export function LeaveList({ leave, now }: Pick<Availability, 'leave'> & { now: number }) {
  return (
    <section className="card grid gap-4" aria-labelledby="leave">
      <div>
        <h2 id="leave" className="text-card">
          {m.leave_title()}
        </h2>
        <p className="text-muted text-small">{m.leave_text()}</p>
      </div>
      {leave.length > 0 && (
        <ul className="-mb-4 divide-y divide-line border-line border-t">
          {leave.map((one) => (
            <li key={one._id} className="py-2">
              <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
                <div className="min-w-0">
                  <b className="text-ink">{leaveDates(one)}</b>
                  {one.note && <p className="break-words text-muted text-small">{one.note}</p>}
                </div>
                <RemoveButton
                  intent="leave-end"
                  of={one._id}
                  label={m.leave_end()}
                  short={m.leave_end_short()}
                  about={leaveDates(one)}
                />
              </div>
              {one.classCount > 0 && (
                <LocalLink to={availabilityPath(one._id)} className="btn btn-outline mt-1 mb-2">
                  {one.classCount === 1 ? m.leave_one_class() : m.leave_classes({ count: one.classCount })}
                </LocalLink>
              )}
            </li>
          ))}
        </ul>
      )}
      <LeaveForm key={JSON.stringify(leave.map(({ _id }) => _id))} now={now} />
    </section>
  )
}

/** The last day follows the first while it is empty or before it. */
function moveLastDay({ currentTarget: { form, value } }: ChangeEvent<HTMLInputElement>) {
  const last = form?.elements.namedItem('leaveTo')
  if (last instanceof HTMLInputElement && last.value < value) last.value = value
}

function LeaveForm({ now }: { now: number }) {
  const fetcher = useFetcher<FormResult>({ key: availabilityKey })
  const result = useResult(fetcher, 'leave', 'leave')
  const field = fieldsOf(result?.ok ? undefined : result)
  const busy = fetcher.state !== 'idle' && fetcher.formData?.get('intent') === 'leave'
  const today = dateInIndia(new Date(now))
  return (
    <details className="-mb-4 border-line border-t open:mb-0" open={result?.ok === false}>
      <summary className="adds text-link min-h-12">{m.leave_add()}</summary>
      <DashboardForm fetcher={fetcher} intent="leave" of="leave" result={result} noValidate className="mt-2 grid gap-3">
        <div className="grid items-start gap-3 min-[340px]:grid-cols-2 [&_.control]:px-2.5 [&_.field]:grid-cols-1">
          <TextField
            label={m.leave_from()}
            type="date"
            min={today}
            onChange={moveLastDay}
            {...field('leaveFrom', '')}
          />
          <TextField label={m.leave_to()} type="date" min={today} {...field('leaveTo', '')} />
        </div>
        <TextField
          label={m.leave_note()}
          maxLength={200}
          autoComplete="off"
          help={m.leave_note_help()}
          {...field('note', '')}
          required={false}
        />
        <Button type="submit" look="outline" wide loading={busy} loadingText={m.dash_saving()}>
          {m.leave_take()}
        </Button>
      </DashboardForm>
    </details>
  )
}
