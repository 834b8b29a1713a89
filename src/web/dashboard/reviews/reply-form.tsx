import { useFetcher } from 'react-router'
import { reviewLimits } from '#contract/reviews/limits.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { StickyAction } from '../kit/sticky-action.tsx'
import { changeKey } from '../kit/use-change-result.ts'

export function ReplyForm({ id, reply }: { id: string; reply: string }) {
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  const result = useResult(fetcher, 'reply', id)
  return (
    <DashboardForm fetcher={fetcher} intent="reply" of={id} result={result} className="grid gap-4">
      <TextArea
        label={m.review_your_reply()}
        help={m.review_reply_help()}
        error={result?.fields.reply}
        name="reply"
        rows={4}
        required
        maxLength={reviewLimits.reply}
        defaultValue={result?.values.reply ?? reply}
      />
      <StickyAction>
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {m.review_reply_send()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}

/** Form for reporting a review or a reply. */
export function ReportForm({ id, help }: { id: string; help: string }) {
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  const result = useResult(fetcher, 'report', id)
  return (
    <DashboardForm fetcher={fetcher} intent="report" of={id} result={result} className="grid gap-4">
      <TextArea
        label={m.review_report_why()}
        help={help}
        error={result?.fields.text}
        name="text"
        rows={3}
        required
        maxLength={600}
        defaultValue={result?.values.text}
      />
      <StickyAction>
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {m.review_report_send()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}
