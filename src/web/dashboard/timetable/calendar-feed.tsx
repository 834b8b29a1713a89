import { useFetcher } from 'react-router'
import type { CalendarFeed as Feed } from '#contract/classes/calendar.ts'
import { freshLoginMinutes } from '#contract/people/limits.ts'
import { m } from '#messages'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/dates.tsx'
import { TextField } from '../../ui/field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'

/** Secret calendar feed address of the account. */
export function CalendarFeed({ feed, formKey }: { feed: Feed | null; formKey: string }) {
  return (
    <section className="card mt-8 grid gap-4" aria-labelledby="feed">
      <div>
        <h2 id="feed" className="text-card">
          {m.calendar_feed()}
        </h2>
        <p className="text-muted text-small">{m.calendar_feed_text()}</p>
      </div>
      {feed?.url && <Address url={feed.url} madeAt={feed.madeAt} />}
      {feed?.url === null && (
        <p>{m.calendar_hidden({ when: formatDateTime(feed.madeAt), minutes: `${freshLoginMinutes}` })}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <FeedButton intent="feed-make" formKey={formKey} look="outline">
          {feed ? m.calendar_feed_anew() : m.calendar_feed_make()}
        </FeedButton>
        {feed && (
          <FeedButton intent="feed-end" formKey={formKey} look="danger">
            {m.calendar_feed_end()}
          </FeedButton>
        )}
      </div>
    </section>
  )
}

function Address({ url, madeAt }: { url: string; madeAt: string }) {
  const toast = useToast()
  const scripted = useScripts()
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(url).then(
      () => true,
      () => false,
    )
    toast(copied ? { title: m.calendar_copied() } : { title: m.calendar_not_copied() })
  }
  return (
    <>
      <TextField
        label={m.calendar_address()}
        help={m.calendar_secret({ when: formatDateTime(madeAt) })}
        readOnly
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="flex flex-wrap gap-3">
        {scripted && <Button onClick={copy}>{m.calendar_copy()}</Button>}
        <ButtonLink look="outline" href={url.replace(/^https?:/, 'webcal:')}>
          {m.calendar_open()}
        </ButtonLink>
      </div>
    </>
  )
}

type ButtonProps = { intent: string; formKey: string; look: 'outline' | 'danger'; children: string }

function FeedButton({ intent, formKey, look, children }: ButtonProps) {
  const fetcher = useFetcher<FormResult>()
  const toast = useToast()
  const result = useResult(fetcher, intent, 'feed')
  const done = () => toast({ title: intent === 'feed-end' ? m.calendar_feed_ended() : m.calendar_feed_made() })
  return (
    <DashboardForm
      fetcher={fetcher}
      intent={intent}
      of="feed"
      result={result}
      formKey={`${formKey}-${intent}`}
      onDone={done}
      className="grid justify-items-start gap-3"
    >
      <Button type="submit" look={look} loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
        {children}
      </Button>
    </DashboardForm>
  )
}
