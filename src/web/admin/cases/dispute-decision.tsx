import { type ReactNode, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { AdminDispute, AppealOutcome } from '#contract/classes/disputes.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/choice.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { formatRupees } from '../../ui/money.tsx'

/** Input of a decision that was refused or is being previewed. */
export type DecisionDraft = { verdict: string; percent: string; reason: string; outcome: AppealOutcome | null } | null
type Me = { id: string; canDecide: boolean }
type Props = { one: AdminDispute; draft: DecisionDraft }

/** Decides a dispute, or decides again on appeal. Hidden from admins who may not. */
export function DisputeDecision({ one, me, draft }: Props & { me: Me }) {
  const { status, reason, case: about } = one
  const isAppeal = status === 'decided' && reason !== 'appealed' && about?.isAppealed === true
  if (!me.canDecide || !about || (status !== 'open' && !isAppeal)) return null
  if (about.isAppealed && about.deciders.includes(me.id)) return <Notice>{m.cases_appeal_own()}</Notice>
  if (about.owner && about.owner._id !== me.id)
    return (
      <Notice tone="wait">
        {m.admin_dispute_of_another({ name: about.owner.name })}{' '}
        <LocalLink to={`/admin/reports/${about._id}`} className="text-link inline-block py-2">
          {one.number}
        </LocalLink>
      </Notice>
    )
  const title = isAppeal ? m.admin_appeal_decide() : m.admin_dispute_outcome()
  return (
    <details className="admin-check" open={draft !== null}>
      <summary>{title}</summary>
      {draft?.outcome ? (
        <DecisionPreview one={one} draft={draft} outcome={draft.outcome} />
      ) : (
        <DecisionForm one={one} draft={draft} isAppeal={isAppeal} />
      )}
    </details>
  )
}

/** Formatted amounts kept and refunded, rounded to paise as the server does. */
function splitOf(amount: number, percent: number) {
  const keptPaise = Math.round((Math.round(amount * 100) * percent) / 100)
  return { kept: formatRupees(keptPaise / 100), back: formatRupees((Math.round(amount * 100) - keptPaise) / 100) }
}

const useIsSending = (id: string) => useNavigation().formData?.get('id') === id

function DecisionForm({ one, draft, isAppeal }: Props & { isAppeal: boolean }) {
  const [percent, setPercent] = useState(draft?.percent || '50')
  const share = Number(percent)
  const isSending = useIsSending(one._id)
  const verdicts = [
    ['mentor', m.admin_dispute_for_mentor()],
    ['family', m.admin_dispute_for_family()],
    ['part', m.admin_dispute_part()],
  ] as const
  return (
    <Form method="post" className="grid gap-4 p-4" preventScrollReset>
      <input type="hidden" name="id" value={one._id} />
      <input type="hidden" name="version" value={one.case?.version} />
      {isAppeal && <input type="hidden" name="intent" value="look" />}
      {isAppeal && <p className="max-w-prose text-muted">{m.admin_appeal_text()}</p>}
      <ChoiceGroup legend={m.admin_dispute_verdict()}>
        {verdicts.map(([value, label]) => (
          <label key={value} className="choice">
            <input type="radio" name="verdict" value={value} required defaultChecked={draft?.verdict === value} />
            <span>{label}</span>
          </label>
        ))}
      </ChoiceGroup>
      <div className="grid items-start gap-4 md:grid-cols-[260px_minmax(0,1fr)]">
        <TextField
          label={m.admin_dispute_percent()}
          name="percent"
          type="number"
          inputMode="numeric"
          min={1}
          max={99}
          step={1}
          value={percent}
          onChange={(event) => setPercent(event.currentTarget.value)}
          help={
            Number.isInteger(share) && share >= 1 && share <= 99
              ? m.admin_dispute_result(splitOf(one.amount, share))
              : undefined
          }
        />
        <TextArea
          label={m.admin_dispute_reason()}
          name="reason"
          rows={2}
          maxLength={600}
          required
          defaultValue={draft?.reason}
        />
      </div>
      <Button type="submit" loading={isSending} className="justify-self-start">
        {isAppeal ? m.admin_appeal_look() : m.admin_dispute_decide()}
      </Button>
    </Form>
  )
}

const formatChange = (rupees: number) => (rupees > 0 ? '+ ' : rupees < 0 ? '- ' : '') + formatRupees(Math.abs(rupees))

/** Preview of the amounts the new decision moves. */
function DecisionPreview({ one, draft, outcome }: Props & { outcome: AppealOutcome }) {
  const isSending = useIsSending(one._id)
  const { now, kept, family, mentor, ours, share, version } = outcome
  const hidden = { id: one._id, verdict: draft?.verdict, percent: share, reason: draft?.reason, version, ours }
  return (
    <div className="grid gap-4 p-4">
      <dl className="admin-facts">
        <Fact name={m.admin_appeal_paid()}>
          {m.admin_appeal_from_to({ from: formatRupees(now), to: formatRupees(kept) })}
        </Fact>
        <Fact name={m.admin_appeal_family()}>{formatChange(family)}</Fact>
        <Fact name={m.admin_appeal_mentor()}>{formatChange(mentor)}</Fact>
        <Fact name={m.admin_appeal_ours()}>{formatChange(ours)}</Fact>
        <Fact name={m.admin_refund_why()}>{draft?.reason}</Fact>
      </dl>
      {ours > 0 && <Notice tone="wait">{m.admin_appeal_ours_why()}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Form method="post" preventScrollReset>
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" loading={isSending}>
            {m.admin_dispute_decide()}
          </Button>
        </Form>
        <LocalLink to={`/admin/disputes?q=${one.order}`} className="text-link inline-flex min-h-11 items-center">
          {m.admin_appeal_other()}
        </LocalLink>
      </div>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt>{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}
