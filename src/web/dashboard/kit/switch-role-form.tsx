import { Form, useNavigation } from 'react-router'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

type Props = {
  to: 'student' | 'mentor'
  look: ButtonLook
  /** Page to open then; else the role's dashboard. */
  next?: string
}

/** Switches to the other role of the same account. */
export function SwitchRole({ to, look, next }: Props) {
  const busy = useNavigation().formData?.get('userType') === to
  return (
    <Form method="post" action={localHref('/dashboard/switch')}>
      <input type="hidden" name="userType" value={to} />
      {next && <input type="hidden" name="next" value={next} />}
      <Button type="submit" look={look} loading={busy} icon={<Icon name="repeat" size={20} />} className="w-full">
        {to === 'student' ? m.dash_to_family() : m.dash_to_mentor()}
      </Button>
    </Form>
  )
}
