import type { ReactNode } from 'react'
import { type CaseAction, maxCaseTextLength } from '#contract/support/case-types.ts'
import { m } from '#messages'
import { Button, ButtonLink, type ButtonLook } from '../../ui/button.tsx'
import { Notice } from '../../ui/error-state.tsx'
import { SelectField, TextArea } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { AdminForm, type FormFields } from '../kit/admin-form.tsx'
import type { ShownCase } from '../kit/case-labels.server.ts'

type Props = { one: ShownCase; me: { id: string; canDecide: boolean }; options: { value: string; label: string }[] }
/** A form of a case: resets with each version unless something was typed, and stays in place when its buttons disappear. */
export function CaseForm({
  intent,
  one,
  children,
}: {
  intent: string
  one: ShownCase
  children: (form: FormFields) => ReactNode
}) {
  return (
    <AdminForm
      intent={intent}
      resetKey={String(one.version)}
      version={one.version}
      className="grid content-start gap-4"
    >
      {children}
    </AdminForm>
  )
}

type ActionButtonProps = { action: CaseAction; busy: boolean; look?: ButtonLook; children: string }
export function ActionButton({ action, busy, look = 'outline', children }: ActionButtonProps) {
  return (
    <Button type="submit" name="step" value={action} look={look} loading={busy} className="justify-self-start">
      {children}
    </Button>
  )
}

type TextProps = { form: FormFields; label: string; text?: string; rows?: number }

export const CaseTextField = ({ form, label, text = '', rows = 3 }: TextProps) => (
  <TextArea label={label} {...form.field('text', text)} rows={rows} maxLength={maxCaseTextLength} />
)

/** Owner and priority. */
export function AssignmentForm({ one, me, options }: Props) {
  const isOver = one.status === 'resolved'
  const isBarred = one.barred.includes(me.id)
  const admins = one.admins.filter(({ value }) => value !== one.ownerId && !one.barred.includes(value))
  return (
    <CaseForm intent="work" one={one}>
      {({ field, busy }) =>
        isOver ? (
          <p className="text-muted">{m.cases_work_over()}</p>
        ) : (
          <>
            {one.ownerId !== me.id && !isBarred && (
              <ActionButton action="take" busy={busy}>
                {m.cases_take()}
              </ActionButton>
            )}
            <div className="grid grid-cols-[1fr_auto] items-end gap-2">
              <SelectField
                {...field('to', '')}
                label={m.cases_give_to()}
                empty={m.cases_give_choose()}
                options={admins}
              />
              <ActionButton action="give" busy={busy}>
                {m.cases_give()}
              </ActionButton>
            </div>
            <div className="grid grid-cols-[1fr_auto] items-end gap-2">
              <SelectField {...field('priority', one.priority)} label={m.cases_col_priority()} options={options} />
              <ActionButton action="priority" busy={busy}>
                {m.cases_priority_set()}
              </ActionButton>
            </div>
          </>
        )
      }
    </CaseForm>
  )
}

/** Answer to the reporter; `template` is the key of the chosen text. */
export function AnswerForm({ one, template, isNext }: { one: ShownCase; template: string | null; isNext: boolean }) {
  const text = one.answers.find(({ key }) => key === template)?.text ?? ''
  const at = `/admin/reports/${one._id}`
  return (
    <>
      <p id="templates" className="field-label mb-1.5">
        {m.cases_answer_begin()}
      </p>
      <ul aria-labelledby="templates" className="mb-3 flex flex-wrap gap-2">
        {one.answers.map(({ key, label }) => (
          <li key={key}>
            <LocalLink
              to={`${at}?answer=${key}#answer`}
              preventScrollReset
              className="chip"
              aria-current={key === template ? 'true' : undefined}
            >
              {label}
            </LocalLink>
          </li>
        ))}
      </ul>
      <CaseForm key={template} intent="answer" one={one}>
        {(form) => (
          <>
            <CaseTextField
              form={form}
              label={one.language === 'hi' ? m.cases_answer_in_hi() : m.cases_answer_in_en()}
              text={text}
              rows={7}
            />
            <p className="text-small text-muted">
              {one.email
                ? m.cases_answer_to({ email: one.email })
                : one.isProven
                  ? m.cases_answer_news()
                  : m.cases_answer_no_email()}
            </p>
            <label className="choice">
              <input type="checkbox" {...form.tick('spoken', false)} />
              <span>{m.cases_answer_spoken()}</span>
            </label>
            <ActionButton action="answer" busy={form.busy} look={isNext ? 'filled' : 'outline'}>
              {m.cases_answer_send()}
            </ActionButton>
          </>
        )}
      </CaseForm>
    </>
  )
}

export function NoteForm({ one }: { one: ShownCase }) {
  return (
    <CaseForm intent="note" one={one}>
      {(form) => (
        <>
          <CaseTextField form={form} label={m.cases_note_words()} />
          <ActionButton action="note" busy={form.busy}>
            {m.cases_note_save()}
          </ActionButton>
        </>
      )}
    </CaseForm>
  )
}

/** Where the class, refund or review of an open case is decided, which resolves it. */
export function decisionsElsewhere(one: ShownCase): { to: string; label: string; text: string }[] {
  if (one.status === 'resolved') return []
  const [order] = one.orders
  return [
    ...(one.dispute === 'open' && order
      ? [{ to: `/admin/disputes?q=${order.number}`, label: m.cases_dispute(), text: m.cases_decide_dispute() }]
      : []),
    ...(one.review === 'open'
      ? [{ to: '/admin/reviews?state=reported', label: m.cases_review(), text: m.cases_decide_review() }]
      : []),
    ...(one.refund === 'requested' && order
      ? [
          {
            to: `/admin/refunds?q=${order.number}&case=${one._id}`,
            label: m.cases_refund({ number: order.number }),
            text: m.cases_decide_refund(),
          },
        ]
      : []),
  ]
}

/** Resolves, appeals or reopens a case. */
export function DecisionForm({ one, me, isNext }: Omit<Props, 'options'> & { isNext: boolean }) {
  const isOver = one.status === 'resolved'
  const elsewhere = decisionsElsewhere(one)
  if (elsewhere.length > 0)
    return (
      <div className="grid justify-items-start gap-3">
        {elsewhere.map(({ to, label }) => (
          <ButtonLink key={to} to={to} look={isNext ? 'filled' : 'outline'}>
            {label}
          </ButtonLink>
        ))}
        <p className="text-muted">{elsewhere.length === 1 ? elsewhere[0]?.text : m.cases_decide_elsewhere()}</p>
      </div>
    )
  if (!isOver && one.barred.includes(me.id)) return <Notice>{m.cases_appeal_own()}</Notice>
  if (!isOver && !me.canDecide && one.kindName !== 'support') return <p className="text-muted">{m.admin_read_only()}</p>
  return (
    <CaseForm intent="end" one={one}>
      {(form) => (
        <>
          {!isOver && one.dispute === 'decided' && one.isAppealed && (
            <p className="text-muted">{m.cases_appeal_dispute()}</p>
          )}
          <CaseTextField form={form} label={isOver ? m.cases_again_why() : m.cases_resolve_why()} />
          {isOver ? (
            <div className="flex flex-wrap gap-3">
              <ActionButton action="appeal" busy={form.busy}>
                {m.cases_appeal()}
              </ActionButton>
              {me.canDecide && (
                <ActionButton action="reopen" busy={form.busy}>
                  {m.cases_reopen()}
                </ActionButton>
              )}
            </div>
          ) : (
            <ActionButton action="resolve" busy={form.busy} look={isNext ? 'filled' : 'outline'}>
              {m.cases_resolve()}
            </ActionButton>
          )}
        </>
      )}
    </CaseForm>
  )
}
