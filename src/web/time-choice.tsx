import { Form, useNavigation } from 'react-router'
import type { z } from 'zod'
import type { timeOptions } from '#contract/classes/picked-times.ts'
import { m } from '#messages'
import { localHref } from './locale.ts'
import { Button } from './ui/button.tsx'
import { formatDateTime } from './ui/dates.tsx'
import { formatRupees } from './ui/money.tsx'

export type TimeChoice = z.output<(typeof timeOptions.schema.response)[200]>['data']

/** Choices for a booking that lost its time: another free time or a refund. */
export function TimeChoices({ booking, choice, mentor }: { booking: string; choice: TimeChoice; mentor: string }) {
  const { formData } = useNavigation()
  const busy = formData !== undefined
  const { times, confirmsFirst, refund } = choice
  return (
    <Form method="post" action={localHref(`/dashboard/student/time/${booking}`)} className="grid gap-3">
      {times.length > 0 ? (
        <fieldset className="grid gap-3">
          <legend className="field-label">
            {confirmsFirst ? m.time_request({ name: mentor }) : m.time_book({ name: mentor })}
          </legend>
          <div className="grid gap-2 min-[420px]:grid-cols-2">
            {times.map((at) => (
              <Button
                key={at}
                type="submit"
                look="outline"
                name="startsAt"
                value={at}
                disabled={busy}
                loading={formData?.get('startsAt') === at}
                loadingText={m.dash_saving()}
              >
                {formatDateTime(at)}
              </Button>
            ))}
          </div>
        </fieldset>
      ) : (
        <p className="text-muted">{m.time_none({ name: mentor })}</p>
      )}
      {refund !== null && (
        <>
          <Button
            type="submit"
            look={times.length > 0 ? 'plain' : 'filled'}
            name="refund"
            value="yes"
            disabled={busy}
            loading={formData?.has('refund') ?? false}
            loadingText={m.dash_saving()}
          >
            {m.time_refund({ amount: formatRupees(refund) })}
          </Button>
          <p className="text-small text-muted">{m.time_refund_text()}</p>
        </>
      )}
    </Form>
  )
}
