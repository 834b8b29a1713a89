import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'
import { Portrait } from '../../ui/photo.tsx'
import type { MonthAfterDemo } from '../kit/after-demo.server.ts'
import type { Side } from '../kit/change-actions.tsx'
import { useDialogAddress } from '../kit/dashboard-address.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { subjectLine } from '../kit/labels.ts'
import { monthPrice } from '../kit/month-offer.tsx'
import { changeKey } from '../kit/use-change-result.ts'
import { type Props, studentName } from './review-prompts.tsx'
import type { Reviewed } from './reviews.server.ts'

type One = { one: Reviewed; side: Side; month?: MonthAfterDemo | undefined }

export function PromptCards({ id = 'asks', asks, side, isListed, months }: Props) {
  const cards = asks.map((one) => (
    <li key={one.booking} className="card grid gap-3">
      <PromptHeader one={one} side={side} />
      {one.isDemoAsked ? (
        <>
          <DemoForm one={one} side={side} month={months?.[one.booking]} />
          {side === 'family' && one.canWrite && <ReviewLink one={one} />}
        </>
      ) : (
        <ReviewLink one={one} />
      )}
    </li>
  ))
  if (isListed) return cards
  return (
    <section aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="mb-3 text-section">
        {id === 'asks' ? m.review_asks_title() : m.review_demo_title()}
      </h2>
      <ul className="grid gap-3">{cards}</ul>
    </section>
  )
}

function PromptHeader({ one, side }: One) {
  const { mentor, subject, isDemoAsked } = one
  const isFamily = side === 'family'
  const name = isFamily ? mentor.fullName : studentName(one)
  const title = isDemoAsked
    ? isFamily
      ? m.review_demo_family({ name })
      : m.review_demo_mentor({ name })
    : isFamily
      ? m.review_ask_family({ name })
      : m.review_ask_mentor({ name })
  return (
    <div className="flex items-start gap-3">
      <Portrait src={isFamily ? mentor.profilePhoto : null} name={name} width={44} className="self-start" />
      <div className="min-w-0">
        <h3 className={isFamily || isDemoAsked ? 'text-h3' : 'text-card'}>{title}</h3>
        <p className="text-muted text-small">
          {isFamily && one.student ? subjectLine({ subjectName: subject, student: one.student }) : subject}
        </p>
      </div>
    </div>
  )
}

function ReviewLink({ one: { booking, own } }: Pick<One, 'one'>) {
  return (
    <LocalLink to={useDialogAddress().to('review', booking)} preventScrollReset className="btn btn-outline">
      {own ? m.review_change() : m.review_write()}
    </LocalLink>
  )
}

/** One-tap answer to how to continue after a demo. */
function DemoForm({ one, side, month }: One) {
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  const result = useResult(fetcher, 'demo', one.booking)
  const given = { subject: one.subjectSlug, class: one.grade ?? '', ...(month && { month: month.href }) }
  const answer = (value: string, look: 'filled' | 'outline' | 'plain', children: ReactNode) => (
    <Button
      type="submit"
      name="answer"
      value={value}
      look={look}
      loading={fetcher.formData?.get('of') === one.booking && fetcher.formData.get('answer') === value}
      loadingText={m.dash_saving()}
    >
      {children}
    </Button>
  )
  return (
    <DashboardForm fetcher={fetcher} intent="demo" of={one.booking} result={result} className="grid gap-2">
      {Object.entries(side === 'family' ? given : {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {side === 'family' ? (
        <>
          {month && (
            <>
              <p>{monthPrice(month)}</p>
              {answer('going_on', 'filled', m.month_book({ amount: formatRupees(month.amount) }))}
            </>
          )}
          {answer('another_mentor', 'outline', m.review_demo_another())}
          {answer('not_now', 'outline', m.review_demo_not_now())}
        </>
      ) : (
        <>
          <TextArea
            label={m.review_demo_why()}
            help={m.review_demo_private()}
            error={result?.fields.text}
            name="text"
            rows={2}
            maxLength={400}
            defaultValue={result?.values.text}
          />
          <div className="grid gap-2 min-[340px]:grid-cols-2">
            {answer('would_take', 'filled', m.review_demo_would())}
            {answer('would_not', 'outline', m.review_demo_would_not())}
          </div>
        </>
      )}
      {answer('skipped', 'plain', m.review_demo_skip())}
    </DashboardForm>
  )
}
