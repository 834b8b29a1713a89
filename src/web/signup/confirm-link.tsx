import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { sectionPath } from './form-flow.ts'

/** Link to the section where the phone number is verified. */
export const ConfirmLink = () => (
  <LocalLink to={sectionPath('personal')} className="whitespace-nowrap underline underline-offset-4">
    {m.apply_local_link()}
  </LocalLink>
)
