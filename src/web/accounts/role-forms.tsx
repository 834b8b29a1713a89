import { Form } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Button } from '../ui/button.tsx'

/** Switches to the family of the same phone and opens `next` or its dashboard. */
export function ContinueAsFamily({ next, children }: { next?: string; children: string }) {
  return (
    <Form method="post" action={localHref('/dashboard/switch')} className="grid">
      <input type="hidden" name="userType" value="student" />
      {next && <input type="hidden" name="next" value={next} />}
      <Button type="submit" look="outline" wide>
        {children}
      </Button>
    </Form>
  )
}

/** Logs out to log in with another phone. */
export function UseAnotherNumber() {
  return (
    <Form method="post" action={localHref('/logout')} className="grid">
      <Button type="submit" look="plain" wide>
        {m.login_other_number()}
      </Button>
    </Form>
  )
}
