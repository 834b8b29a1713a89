import { LocalLink } from '../../ui/link.tsx'
import { NameText } from './name-text.tsx'

type Props = { to: string; name: string; note?: string | undefined; className?: string }

/** Name of a row that leads to its page, with a note below. */
export const LinkCell = ({ to, name, note, className = '' }: Props) => (
  <>
    <LocalLink to={to} className={`text-link -my-2.5 block py-2.5 ${className}`}>
      <NameText>{name}</NameText>
    </LocalLink>
    {note && <span className="list-lines block text-muted text-small">{note}</span>}
  </>
)
