import { m } from '#messages'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/error-state.tsx'
import { ContinueAsFamily, UseAnotherNumber } from './role-forms.tsx'

/** Offered to a verified phone without a mentor application: apply, or continue as a student. */
export function NoApplication() {
  return (
    <div className="grid gap-4">
      <Notice>{m.login_no_application()}</Notice>
      <ButtonLink to="/signup" wide>
        {m.login_apply()}
      </ButtonLink>
      <ContinueAsFamily>{m.login_go_on_student()}</ContinueAsFamily>
      <UseAnotherNumber />
    </div>
  )
}
