import { Form } from 'react-router'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { LocalLink } from '../../ui/link.tsx'
import type { ShownCase } from '../kit/case-labels.server.ts'
import { ActionButton, CaseForm, CaseTextField } from './case-forms.tsx'

type Me = { id: string; canDecide: boolean }
/** A search result. */
type FoundMentor = { id: string; name: string; facts: string }
type MentorSearch = { q: string; mentors: readonly FoundMentor[] } | null

/** Past deciders may not change whom an appeal is about. */
const canSetMentor = (one: ShownCase, me: Me): boolean => one.canName && !one.barred.includes(me.id)

/** Whether the mentor section has any form. */
export const hasMentorForms = (one: ShownCase, me: Me): boolean =>
  canSetMentor(one, me) || ((one.canUnpause || one.canPause) && me.canDecide)

/** Sets the mentor of a case, suspends and restores them. */
export function MentorForms({ one, me, found }: { one: ShownCase; me: Me; found: MentorSearch }) {
  return (
    <div className="grid gap-5">
      {one.canUnpause && me.canDecide && <RestoreMentor one={one} />}
      {canSetMentor(one, me) && <MentorPicker one={one} found={found} />}
      {one.canPause && me.canDecide && (
        <CaseForm intent="pause" one={one}>
          {({ busy }) => (
            <>
              <p className="text-small text-muted">{m.cases_pause_text({ name: one.mentor?.name ?? '' })}</p>
              <ActionButton action="pause" busy={busy} look="danger">
                {m.cases_pause()}
              </ActionButton>
            </>
          )}
        </CaseForm>
      )}
    </div>
  )
}

function RestoreMentor({ one }: { one: ShownCase }) {
  const name = one.mentor?.name ?? ''
  return (
    <div className="grid gap-3">
      <LocalLink
        to={`/admin/mentors/${one.mentor?._id}/left-out`}
        className="text-link inline-flex min-h-11 items-center"
      >
        {m.admin_leave_out()}
      </LocalLink>
      <p className="text-small text-muted">{m.cases_unpause_text({ name })}</p>
      <CaseForm intent="unpause" one={one}>
        {(form) => (
          <>
            <CaseTextField form={form} label={m.cases_unpause_why({ name })} />
            <label className="choice">
              <input type="checkbox" {...form.tick('despite', false)} />
              <span>{m.cases_unpause_despite()}</span>
            </label>
            <ActionButton action="unpause" busy={form.busy}>
              {m.cases_unpause()}
            </ActionButton>
          </>
        )}
      </CaseForm>
    </div>
  )
}

/** Mentor search with a button for each result. */
function MentorPicker({ one, found }: { one: ShownCase; found: MentorSearch }) {
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold text-ink">{m.cases_concerns()}</h3>
      <Form method="get" action="#mentor" preventScrollReset className="flex flex-wrap items-end gap-3">
        <TextField
          label={m.cases_concerns_find()}
          name="mentor"
          type="search"
          maxLength={80}
          defaultValue={found?.q ?? ''}
          required
        />
        <Button type="submit" look="outline">
          {m.cases_concerns_search()}
        </Button>
      </Form>
      {found?.mentors.length === 0 && <p role="status">{m.cases_concerns_none()}</p>}
      {found && found.mentors.length > 0 && (
        <CaseForm intent="concerns" one={one}>
          {({ busy }) => (
            <>
              <input type="hidden" name="step" value="concerns" />
              <ul className="divide-y divide-line">
                {found.mentors.map(({ id, name, facts }) => (
                  <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                    <span className="min-w-0 wrap-anywhere">
                      <b className="text-ink">{name}</b>
                      <span className="block text-small text-muted">{facts}</span>
                    </span>
                    <Button type="submit" name="to" value={id} look="outline" loading={busy}>
                      {m.cases_concerns_this({ name })}
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </CaseForm>
      )}
    </div>
  )
}
