import type { ReactNode } from 'react'
import type { Breach } from '#contract/privacy/admin-privacy.ts'
import { type BreachGroup, breachGroups, maxBreachPhones } from '#contract/privacy/limits.ts'
import { m } from '#messages'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { Deadline, deadlineText } from '../kit/deadline.tsx'
import { fullTime } from '../kit/full-time.ts'
import { PageForm } from '../kit/page-form.tsx'

const groupNames: Record<BreachGroup, () => string> = {
  list: m.desk_group_list,
  families: m.desk_group_families,
  mentors: m.desk_group_mentors,
  everybody: m.desk_group_everybody,
}

/** One breach with its two clocks, and what is left to do. */
export function BreachCard({ breach, now, isOwner }: { breach: Breach; now: number; isOwner: boolean }) {
  const { _id, number, noticedAt, what, dataKinds, people, told } = breach
  const isNotified = breach.certInToldAt !== null && breach.boardToldAt !== null
  const button = (intent: string, text: string, about?: string): ReactNode =>
    isOwner && (
      <PageForm intent={`${intent} ${_id}`} resetKey={_id} className="">
        {({ busy }) => (
          <>
            <input type="hidden" name="id" value={_id} />
            <Button
              type="submit"
              look="outline"
              loading={busy}
              loadingText={m.privacy_busy()}
              {...(about && { 'aria-label': about })}
            >
              {text}
            </Button>
          </>
        )}
      </PageForm>
    )
  const clock = (intent: string, name: string, by: string, toldAt: string | null) =>
    toldAt ? (
      <li>
        <span>{m.desk_breach_told({ name, at: fullTime(toldAt) })}</span>
      </li>
    ) : (
      <li>
        <span>{m.desk_breach_by({ name, at: fullTime(by) })}</span>
        <Deadline text={deadlineText(by, now)} isLate={Date.parse(by) < now} isUrgent />
        {button(intent, m.desk_breach_tell(), m.admin_for({ action: m.desk_breach_tell(), name }))}
      </li>
    )
  return (
    <article className="grid gap-2 border-line border-b pb-4" aria-labelledby={`breach-${_id}`}>
      <h3 id={`breach-${_id}`} className="font-sans font-semibold text-body text-ink">
        {m.desk_breach_name({ number, at: fullTime(noticedAt) })}
      </h3>
      <p className="wrap-anywhere whitespace-pre-line">{what}</p>
      <p className="text-muted">
        {m.desk_breach_kinds()}: {dataKinds}
      </p>
      {isOwner && (
        <div className="my-2">
          <ButtonLink look={isNotified ? 'outline' : 'filled'} to={`/admin/privacy/${_id}`}>
            {isNotified ? m.desk_breach_letter() : m.desk_breach_letter_send()}
          </ButtonLink>
        </div>
      )}
      <ul className="breach-rows">
        {clock('told-cert-in', 'CERT-In', breach.certInBy, breach.certInToldAt)}
        {clock('told-board', m.desk_board(), breach.boardBy, breach.boardToldAt)}
        <li>
          <span>{m.desk_breach_people({ told, people })}</span>
          {told < people &&
            button(
              'messages',
              people - told === 1 ? m.desk_breach_send_one() : m.desk_breach_send({ count: people - told }),
            )}
        </li>
      </ul>
    </article>
  )
}

/** Records a breach. */
export function BreachForm({ count }: { count: number }) {
  return (
    <PageForm intent="record" resetKey={String(count)} className="grid max-w-prose content-start gap-4">
      {({ field, busy }) => (
        <>
          <TextField label={m.desk_breach_noticed()} type="datetime-local" required {...field('noticedAt', '')} />
          <TextArea label={m.desk_breach_what()} rows={3} maxLength={2000} required {...field('what', '')} />
          <TextField label={m.desk_breach_kinds()} maxLength={300} required {...field('dataKinds', '')} />
          <TextArea label={m.desk_breach_effects()} rows={2} maxLength={1000} required {...field('consequences', '')} />
          <TextArea label={m.desk_breach_measures()} rows={2} maxLength={1000} required {...field('measures', '')} />
          <TextArea
            label={m.desk_breach_text_en()}
            help={m.desk_breach_text_help()}
            rows={4}
            maxLength={1000}
            required
            {...field('textEn', '')}
          />
          <TextArea label={m.desk_breach_text_hi()} rows={4} maxLength={1000} required {...field('textHi', '')} />
          <SelectField
            label={m.desk_breach_group()}
            options={breachGroups.map((value) => ({ value, label: groupNames[value]() }))}
            {...field('group', 'list')}
          />
          <TextArea
            label={m.desk_breach_phones()}
            help={m.desk_breach_phones_help({ most: maxBreachPhones })}
            rows={3}
            {...field('phones', '')}
          />
          <Button type="submit" loading={busy} loadingText={m.dash_saving()} className="sm:justify-self-start">
            {m.desk_breach_record()}
          </Button>
        </>
      )}
    </PageForm>
  )
}
