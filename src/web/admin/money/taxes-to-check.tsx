import type { TaxFactsToCheck } from '#contract/mentors/taxes.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { AdminForm } from '../kit/admin-form.tsx'
import { GivenBy, ToCheck } from './to-check.tsx'

const doubtLabels = { name: m.admin_pay_tax_name, resident: m.admin_pay_tax_resident }

/** Tax facts that need a look, with the forms to decide, which the page of payouts answers. */
export const TaxesToCheck = ({ taxes }: { taxes: TaxFactsToCheck[] }) => (
  <ToCheck id="taxes" title={m.admin_pay_taxes()} text={m.admin_pay_taxes_text()}>
    {taxes.map(({ _id, pan, gstin, doubts, ...mentor }) => (
      <li key={_id} className="flex flex-wrap items-center justify-between gap-2 py-2">
        <GivenBy
          {...mentor}
          given={[`${m.tax_pan()} ${pan}`, ...(gstin ? [`${m.tax_gstin()} ${gstin}`] : [])].join(' · ')}
          why={doubts.map((doubt) => doubtLabels[doubt]())}
        />
        <div className="ml-auto flex flex-wrap items-start gap-x-0.5 gap-y-2 has-[[open]]:basis-full">
          <TaxForm decision="refuse" id={_id} {...mentor} />
          <TaxForm decision="accept" id={_id} {...mentor} />
        </div>
      </li>
    ))}
  </ToCheck>
)

type FormProps = { decision: 'accept' | 'refuse'; id: string; mentorId: string; fullName: string }

function TaxForm({ decision, id, mentorId, fullName }: FormProps) {
  const action = decision === 'accept' ? m.admin_pay_tax_accept() : m.admin_pay_tax_refuse()
  const label = m.admin_for({ action, name: fullName })
  return (
    <AdminForm
      intent={`tax ${decision} ${id}`}
      resetKey=""
      version=""
      action="/admin/payouts"
      className="grid gap-2 has-[[open]]:basis-full"
    >
      {({ field, busy, result }) => (
        <>
          <input type="hidden" name="of" value={mentorId} />
          <input type="hidden" name="facts" value={id} />
          <input type="hidden" name="decision" value={decision} />
          {decision === 'accept' ? (
            <Button type="submit" look="outline" loading={busy} aria-label={label}>
              {action}
            </Button>
          ) : (
            <details open={result !== undefined || undefined}>
              <summary className="btn btn-plain text-error!" aria-label={label}>
                {action}
              </summary>
              <div className="grid max-w-lg gap-3 py-3">
                <TextField {...field('reason', '')} label={m.admin_decide_reason()} maxLength={300} required />
                <Button type="submit" look="danger" loading={busy} aria-label={label} className="justify-self-start">
                  {action}
                </Button>
              </div>
            </details>
          )}
        </>
      )}
    </AdminForm>
  )
}
