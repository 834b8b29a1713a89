import type { ReactNode } from 'react'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'

type AnswerProps = {
  fetcher: { formData: FormData | undefined }
  of: string
  name?: string
  value: string
  look: 'filled' | 'outline'
  children: ReactNode
}

/** Answer button of a card; only the pressed one shows progress. */
export function Answer({ fetcher: { formData }, of, name = 'answer', value, look, children }: AnswerProps) {
  return (
    <Button
      type="submit"
      name={name}
      value={value}
      look={look}
      loading={formData?.get('of') === of && formData.get(name) === value}
      loadingText={m.dash_saving()}
    >
      {children}
    </Button>
  )
}

/** Yes or no to a proposal, side by side. */
export function AcceptOrDecline({ look, ...given }: Pick<AnswerProps, 'fetcher' | 'of' | 'look'>) {
  return (
    <div className="grid gap-2 min-[340px]:grid-cols-2">
      <Answer {...given} value="accept" look={look}>
        {m.change_accept()}
      </Answer>
      <Answer {...given} value="decline" look="outline">
        {m.change_decline()}
      </Answer>
    </div>
  )
}
