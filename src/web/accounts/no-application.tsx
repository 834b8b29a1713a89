import { Form } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/error-state.tsx'

/** A proven phone without a mentor application: apply, or go on as a student. */
export function NoApplication() {
  return (
    <div className="grid gap-4">
      <Notice>{m.login_no_application()}</Notice>
      <ButtonLink to="/signup" wide>
        {m.login_apply()}
      </ButtonLink>
      <Form method="post" action={localHref('/dashboard/switch')} className="grid">
        <input type="hidden" name="userType" value="student" />
        <Button type="submit" look="outline" wide>
          {m.login_go_on_student()}
        </Button>
      </Form>
      <Form method="post" action={localHref('/logout')} className="grid">
        <Button type="submit" look="plain" wide>
          {m.login_other_number()}
        </Button>
      </Form>
    </div>
  )
}
