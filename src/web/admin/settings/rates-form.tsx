import { Form, useNavigation } from 'react-router'
import type { AllRates, RatesName } from '#contract/settings/rates.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { formatDay, instantOf } from '../../ui/dates.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ChangeLines } from '../kit/change-lines.tsx'
import { PreviewButtons } from '../kit/preview-buttons.tsx'
import type { RatesRefused } from './rates.server.ts'
import { ratesChoices, ratesFieldLabel, ratesLabels, ratesText } from './rates-list.tsx'

type Props = {
  name: RatesName
  newest: AllRates[RatesName][number] | undefined
  tomorrow: string
  refused?: RatesRefused
}

/** Form for scheduled rates, filled with the latest ones. */
export function RatesForm({ name, newest, tomorrow, refused }: Props) {
  const busy = useNavigation().formData?.get('name') === name
  const field = (of: string, current: string) => ({
    name: of,
    defaultValue: refused?.values[of] ?? current,
    error: refused?.fields[of],
    autoComplete: 'off',
  })
  if (refused?.preview) return <RatesPreview name={name} refused={refused} preview={refused.preview} />
  return (
    <details open={refused !== undefined}>
      <summary>{name === 'bookingPolicy' ? m.admin_rates_new_terms() : m.admin_rates_new()}</summary>
      <Form method="post" noValidate className="mt-2 grid items-start gap-4 sm:grid-cols-2">
        <input type="hidden" name="intent" value="preview" />
        <input type="hidden" name="name" value={name} />
        <input type="hidden" name="seen" value={newest?.from ?? ''} />
        {Object.entries(newest?.values ?? {}).map(([of, value]) => {
          const label = ratesLabels[of]?.() ?? of
          const options = ratesChoices(of)
          return options ? (
            <SelectField key={of} label={label} options={options} {...field(of, `${value}`)} />
          ) : (
            <TextField
              key={of}
              label={ratesFieldLabel(of)}
              inputMode="decimal"
              maxLength={9}
              {...field(of, `${value}`)}
            />
          )
        })}
        <TextField
          type="date"
          label={m.admin_rates_day()}
          help={m.admin_rates_day_help()}
          min={tomorrow}
          {...field('from', tomorrow)}
        />
        <Button type="submit" look="outline" loading={busy} className="justify-self-start sm:col-span-2">
          {m.admin_set_preview()}
        </Button>
      </Form>
    </details>
  )
}

const touches: Record<RatesName, () => string> = {
  feeRates: m.admin_rates_fees_touch,
  packageDiscounts: m.admin_rates_discounts_touch,
  bookingPolicy: m.admin_rates_policy_touch,
  taxRules: m.admin_rates_tax_touch,
}

type PreviewProps = { name: RatesName; refused: RatesRefused; preview: NonNullable<RatesRefused['preview']> }

/** Preview of scheduled rates: old and new values, and what they affect. */
function RatesPreview({ name, refused: { values }, preview: { lines, from } }: PreviewProps) {
  return (
    <Form method="post" className="order-1 grid basis-full gap-4 pt-2">
      {Object.entries({ ...values, intent: 'set' }).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <ChangeLines
        lines={lines.map(({ field, was, becomes }) => ({
          label: ratesLabels[field]?.() ?? field,
          was: ratesText(field, was),
          becomes: ratesText(field, becomes),
        }))}
      />
      <Notice>
        <p>{m.admin_rates_since({ date: formatDay(instantOf(from), { year: true }) })}</p>
        <p>{touches[name]()}</p>
      </Notice>
      <PreviewButtons name={name} set={m.admin_rates_set()} />
    </Form>
  )
}
