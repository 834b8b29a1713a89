import { useFetcher } from 'react-router'
import type { OwnMentor } from '#contract/people/accounts.ts'
import { m } from '#messages'
import { Icon } from '../ui/icon.tsx'
import { useToast } from '../ui/toast.tsx'
import { useAnswerOnce } from '../ui/use-answer-once.ts'
import { DashboardForm, useResult } from './kit/dashboard-form.tsx'
import type { FormResult } from './kit/form-result.ts'

/** Whether families find this mentor. A button of a form, so that it also works before scripts; shown at once, taken back when refused. */
export function DisplaySwitch({ mentor, hasHours }: { mentor: OwnMentor; hasHours: boolean }) {
  const fetcher = useFetcher<FormResult>()
  const toast = useToast()
  const result = useResult(fetcher, 'show', mentor._id)
  const sent = fetcher.formData?.get('showOnWebsite')
  const on = sent === undefined ? mentor.showOnWebsite : sent === 'true'
  useAnswerOnce(fetcher.state === 'idle' && fetcher.data?.ok === false ? fetcher.data : undefined, ({ problem }) =>
    toast({ tone: 'error', title: m.dash_display_failed(), ...(problem && { text: problem }) }),
  )
  const verified = mentor.status === 'verified'
  const isInReview = verified && mentor.showOnWebsite && !mentor.isListed
  const listedText = hasHours ? m.dash_shown_text : m.dash_shown_no_hours
  const shownText = isInReview ? m.dash_shown_in_review : verified ? listedText : m.dash_shown_later
  const text = on ? shownText() : m.dash_hidden_text()
  return (
    <DashboardForm fetcher={fetcher} intent="show" of={mentor._id} {...(fetcher.data ? {} : { result })}>
      <input type="hidden" name="showOnWebsite" value={String(!on)} />
      <button
        type="submit"
        role="switch"
        aria-checked={on}
        aria-describedby="display-text"
        className="card group flex w-full items-center justify-between gap-4 text-left max-sm:py-1.5!"
      >
        <span>
          <span className="block text-card text-ink max-sm:text-body!">{m.dash_shown_to_families()}</span>
          <span id="display-text" className="block text-muted text-small">
            {text}
          </span>
        </span>
        <span
          className="flex h-8 w-[52px] flex-none items-center rounded-full bg-control p-[3px] group-aria-checked:bg-tick"
          aria-hidden="true"
        >
          <span className="grid size-[26px] place-items-center rounded-full bg-surface text-tick transition-transform duration-[120ms] group-aria-checked:translate-x-5">
            {on && <Icon name="check" size={18} className="stroke-3" />}
          </span>
        </span>
      </button>
    </DashboardForm>
  )
}
