import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { sectionPath } from './form-flow.ts'

/** Link to the field where the phone number is verified. */
export const ConfirmLink = ({ text = m.apply_local_link() }: { text?: string }) => (
  <LocalLink to={`${sectionPath('personal')}#phone`} className="whitespace-nowrap underline underline-offset-4">
    {text}
  </LocalLink>
)
