import { useFetcher } from 'react-router'
import type { ReplacementChoice } from '#contract/money/replacements.ts'
import { m } from '#messages'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'

type Props = { choice: ReplacementChoice; name: string; path: string }

/** First-class guarantee: refund the fee or add it to the replacement. */
export function FirstClassGuarantee({ choice: { guarantee, withGuarantee }, name, path }: Props) {
  const fetcher = useFetcher<FormResult>({ key: 'first-back' })
  const result = useResult(fetcher, 'first-back', guarantee?.lesson ?? '')
  if (!guarantee) return null
  const amount = formatRupees(guarantee.fee)
  return (
    <section className="card" aria-labelledby="first">
      <h2 id="first" className="text-h3">
        {m.first_title()}
      </h2>
      <p className="mt-1 mb-4">{m.first_text({ name, amount, until: formatDateTime(guarantee.until) })}</p>
      {withGuarantee ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="font-semibold text-ink">{m.first_taken({ amount })}</p>
          <LocalLink to={path} className="text-link inline-flex min-h-11 items-center">
            {m.first_not_taken()}
          </LocalLink>
        </div>
      ) : (
        <div className="flex flex-wrap items-start gap-3">
          <DashboardForm
            fetcher={fetcher}
            intent="first-back"
            of={guarantee.lesson}
            result={result}
            className="max-sm:w-full"
          >
            <input type="hidden" name="amount" value={guarantee.fee} />
            <Button
              type="submit"
              look="outline"
              loading={fetcher.state !== 'idle'}
              loadingText={m.dash_saving()}
              className="max-sm:w-full"
            >
              {m.first_back({ amount })}
            </Button>
          </DashboardForm>
          <ButtonLink to={`${path}?first=1`} className="max-sm:w-full">
            {m.first_take({ amount })}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
