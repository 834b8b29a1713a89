import { Form, useNavigation } from 'react-router'
import type { AllRates, RatesName } from '#contract/rates.ts'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { ratesWords } from './rates-list.tsx'

type Props = {
  name: RatesName
  newest: AllRates[RatesName][number] | undefined
  tomorrow: string
  refused?: { fields: Record<string, string>; values: Record<string, string> }
}

/** Rates for a day to come, beginning with the newest ones. */
export function RatesForm({ name, newest, tomorrow, refused }: Props) {
  const busy = useNavigation().formData?.get('name') === name
  const field = (of: string, usual: string) => ({
    name: of,
    defaultValue: refused?.values[of] ?? usual,
    error: refused?.fields[of],
    autoComplete: 'off',
  })
  return (
    <details className="border-line border-t pt-2" open={refused !== undefined}>
      <summary className="text-link inline-flex min-h-11 cursor-pointer items-center">{m.admin_rates_new()}</summary>
      <Form method="post" noValidate className="mt-2 grid items-start gap-4 sm:grid-cols-2">
        <input type="hidden" name="name" value={name} />
        <input type="hidden" name="seen" value={newest?.from ?? ''} />
        {Object.entries(newest?.values ?? {}).map(([of, percent]) => (
          <TextField
            key={of}
            label={ratesWords[of]?.() ?? of}
            inputMode="decimal"
            maxLength={6}
            {...field(of, `${percent}`)}
          />
        ))}
        <TextField
          type="date"
          label={m.admin_rates_day()}
          help={m.admin_rates_day_help()}
          min={tomorrow}
          {...field('from', tomorrow)}
        />
        <Button type="submit" loading={busy} className="justify-self-start sm:col-span-2">
          {m.admin_rates_set()}
        </Button>
      </Form>
    </details>
  )
}
