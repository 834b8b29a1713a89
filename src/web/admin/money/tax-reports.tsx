import { type TaxReport, taxReports } from '#contract/money/limits.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'

const names: Record<TaxReport, () => string> = {
  '26q': m.admin_tax_report_26q,
  'gstr-8': m.admin_tax_report_gstr8,
  'gstr-1': m.admin_tax_report_gstr1,
}

/** Downloads the figures of a tax return as CSV; `month` is the one that ended last. */
export function TaxReports({ month }: { month: string }) {
  return (
    <section className="card" aria-labelledby="tax-reports">
      <h2 id="tax-reports" className="text-h3">
        {m.admin_tax_reports()}
      </h2>
      <p className="mb-3 text-muted text-small">{m.admin_tax_reports_text()}</p>
      <form action="/api/admin/tax-report.csv" className="grid gap-3">
        <SelectField
          label={m.admin_tax_report()}
          name="report"
          options={taxReports.map((report) => ({ value: report, label: names[report]() }))}
        />
        <TextField
          label={m.admin_tax_report_month()}
          name="month"
          type="month"
          required
          pattern="20\d\d-(0[1-9]|1[0-2])"
          defaultValue={month}
        />
        <Button type="submit" look="outline" className="sm:justify-self-start">
          {m.admin_tax_report_download()}
        </Button>
      </form>
    </section>
  )
}
