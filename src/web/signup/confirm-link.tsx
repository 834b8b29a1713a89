import { m } from '#messages'
import { LocalLink } from '../ui/link.tsx'
import { sectionPath } from './form-flow.ts'

/** The field where the phone number is verified. */
export const phonePath = `${sectionPath('personal')}#phone`

export const ConfirmLink = () => (
  <LocalLink to={phonePath} className="whitespace-nowrap underline underline-offset-4">
    {m.apply_local_link()}
  </LocalLink>
)
