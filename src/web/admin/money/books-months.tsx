import { Form, useNavigation } from 'react-router'
import type { BooksMonth } from '#contract/money/closing.ts'
import { type BooksFormat, booksFormats, type ClosingObstacle } from '#contract/money/limits.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatDay, formatMonth, instantOf } from '../../ui/dates.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Disclosure } from '../kit/admin-part.tsx'
import { fullTime } from '../kit/full-time.ts'

const obstacles: Record<ClosingObstacle, (from: { date: string }) => string> = {
  'not-over': m.admin_books_month_not_over,
  'earlier-open': m.admin_books_month_earlier,
  unchecked: m.admin_books_month_unchecked,
  differences: m.admin_books_month_differences,
}
const formats: Record<BooksFormat, () => string> = {
  zoho: m.admin_books_export_zoho,
  tally: m.admin_books_export_tally,
  'tally-ledgers': m.admin_books_export_tally_ledgers,
}
/** The second day of the month after it. */
function closingDate(month: string): string {
  const at = instantOf(`${month}-02`)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return formatDay(at, { year: true })
}
const nameOf = (month: string) => formatMonth(`${month}-01T12:00:00+05:30`)

/** The last months, each closed, ready to close or with what is missing, and their export for accounting software. */
export function BooksMonths({ months, canDecide }: { months: BooksMonth[]; canDecide: boolean }) {
  if (months.length === 0) return null
  return (
    <section className="card" aria-labelledby="months">
      <h2 id="months" className="text-h3">
        {m.admin_books_months()}
      </h2>
      <ul className="divide-y divide-line">
        {months.map((one) => (
          <li key={one.month} className="py-2">
            <p className="font-semibold text-ink">{nameOf(one.month)}</p>
            <p className="text-muted">{stateText(one)}</p>
            {canDecide && !one.closedAt && !one.obstacle && <Close month={one.month} />}
          </li>
        ))}
      </ul>
      {canDecide && <Export months={months} />}
    </section>
  )
}

function stateText({ month, closedAt, closedBy, obstacle }: BooksMonth): string {
  if (closedAt) return m.admin_books_month_closed({ name: closedBy ?? '', at: fullTime(closedAt) })
  return obstacle ? obstacles[obstacle]({ date: closingDate(month) }) : m.admin_books_month_ready()
}

function Close({ month }: { month: string }) {
  const isSending = useNavigation().formData?.get('month') === month
  const words = { month: nameOf(month) }
  return (
    <Disclosure title={m.admin_books_close(words)}>
      <Form method="post" className="grid gap-3">
        <input type="hidden" name="intent" value="close-month" />
        <input type="hidden" name="month" value={month} />
        <p>{m.admin_books_close_text(words)}</p>
        <Button type="submit" loading={isSending} className="justify-self-start">
          {m.admin_books_close(words)}
        </Button>
      </Form>
    </Disclosure>
  )
}

function Export({ months }: { months: BooksMonth[] }) {
  return (
    <form action="/api/admin/books/export" className="mt-3 grid gap-3 border-line border-t pt-3">
      <h3 className="font-semibold text-ink">{m.admin_books_export()}</h3>
      <p className="text-muted text-small">{m.admin_books_export_text()}</p>
      <SelectField
        label={m.admin_books_month()}
        name="month"
        options={months.map(({ month }) => ({ value: month, label: nameOf(month) }))}
        defaultValue={months[1]?.month ?? months[0]?.month}
      />
      <SelectField
        label={m.admin_books_export_file()}
        name="format"
        options={booksFormats.toReversed().map((format) => ({ value: format, label: formats[format]() }))}
      />
      <Button type="submit" look="outline" className="sm:justify-self-start">
        {m.admin_books_export_download()}
      </Button>
    </form>
  )
}
