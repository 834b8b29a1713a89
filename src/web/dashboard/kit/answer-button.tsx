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
