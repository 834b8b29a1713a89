import type { ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { m } from '#messages'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { LocalLink } from '../ui/link.tsx'
import { Portrait } from '../ui/photo.tsx'
import type { Side } from './change-actions.tsx'
import { useDialogAddress } from './dashboard-address.ts'
import { DashboardForm, useResult } from './dashboard-form.tsx'
import type { FormResult } from './form-result.ts'
import { studentOf } from './review-form.tsx'
import type { Reviewed } from './reviews.server.ts'
import { changeKey } from './use-changed.ts'

type One = { one: Reviewed; side: Side }

/** More questions than these at once would be a form to fill in. */
const asksMost = 3
export const asksOf = (reviewed: readonly Reviewed[]): readonly Reviewed[] =>
  reviewed.filter(({ isAsked, isDemoAsked }) => isAsked || isDemoAsked).slice(0, asksMost)

/** Asks how a demo goes on, and how classes are. */
export function ReviewAsks({ asks, side, className }: { asks: readonly Reviewed[]; side: Side; className?: string }) {
  if (asks.length === 0) return null
  return (
    <section aria-labelledby="asks" className={className}>
      <h2 id="asks" className="mb-3 text-h2 text-[22px]! lg:text-[24px]!">
        {m.review_asks_title()}
      </h2>
      <ul className="grid gap-3">
        {asks.map((one) => (
          <li key={one.booking} className="card grid gap-3">
            <AskHead one={one} side={side} />
            {one.isDemoAsked ? <DemoForm one={one} side={side} /> : <ReviewLink one={one} side={side} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function AskHead({ one, side }: One) {
  const { mentor, subject, isDemoAsked } = one
  const isFamily = side === 'family'
  const name = isFamily ? mentor.fullName : studentOf(one)
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
        <h3 className="text-h3">{title}</h3>
        <p className="text-muted text-small">{[subject, isFamily && one.student].filter(Boolean).join(', ')}</p>
      </div>
    </div>
  )
}

function ReviewLink({ one: { booking }, side }: One) {
  return (
    <LocalLink to={useDialogAddress().to('review', booking)} preventScrollReset className="btn btn-outline">
      {side === 'family' ? m.review_write() : m.review_write_family()}
    </LocalLink>
  )
}

/** How to go on after a demo: one tap. */
function DemoForm({ one, side }: One) {
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  const result = useResult(fetcher, 'demo', one.booking)
  const given = {
    ...{ slug: one.mentor.slug, subject: one.subjectSlug, learner: one.learner, mode: one.mode },
    class: one.grade ?? '',
  }
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
          {answer('going_on', 'filled', m.review_demo_going_on())}
          {answer('another_mentor', 'outline', m.review_demo_another())}
          {answer('not_now', 'outline', m.review_demo_not_now())}
        </>
      ) : (
        <>
          <Field label={m.review_demo_why()} help={m.review_demo_private()} error={result?.fields.text}>
            {(wiring) => (
              <span className="control">
                <textarea {...wiring} name="text" rows={2} maxLength={400} defaultValue={result?.values.text} />
              </span>
            )}
          </Field>
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
