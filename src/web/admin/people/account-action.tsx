import type { ReactNode } from 'react'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Disclosure } from '../kit/admin-part.tsx'
import { type Fields, PageForm } from '../kit/page-form.tsx'

type Props = {
  intent: string
  title: string
  text?: string
  /** Label of the button; the title by default. */
  button?: string
  look?: 'danger'
  children?: (form: Fields) => ReactNode
}

/** An account action with its reason. */
export function AccountAction({ intent, title, text, button = title, look, children }: Props) {
  return (
    <Disclosure title={title}>
      {text && <p className="mb-3 text-small text-muted">{text}</p>}
      <PageForm intent={intent} resetKey="">
        {(form) => (
          <>
            {children?.(form)}
            <TextField {...form.field('reason', '')} label={m.admin_account_reason()} maxLength={400} required />
            <Button type="submit" loading={form.busy} className="justify-self-start" {...(look && { look })}>
              {button}
            </Button>
          </>
        )}
      </PageForm>
    </Disclosure>
  )
}
