import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { type EntryState, stateName } from '../kit/catalogue-labels.ts'

/** Name in the language of the page as a link, with the other language below. */
export function NameCell({ to, ...names }: { to: string; en: string; hi: string }) {
  const own = currentLocale()
  const other = own === 'hi' ? 'en' : 'hi'
  return (
    <>
      <LocalLink to={to} className="text-link -my-2.5 block py-2.5">
        <span className="list-lines">{names[own]}</span>
      </LocalLink>
      {names[other] !== names[own] && (
        <p lang={other} className="list-lines text-small text-muted">
          {names[other]}
        </p>
      )}
    </>
  )
}

/** Shown, on the home page too, or hidden. */
export const StateCell = ({ state, isHome = false }: { state: EntryState; isHome?: boolean }) => (
  <Badge kind={state === 'shown' ? 'paid' : 'unknown'}>
    {isHome && state === 'shown' ? m.admin_cat_on_home() : stateName(state)}
  </Badge>
)

/** Further names. */
export const AliasCell = ({ aliases }: { aliases: readonly string[] }) =>
  aliases.length > 0 && <span className="list-lines text-small text-muted">{aliases.join(', ')}</span>
