import { Link, type LinkProps } from 'react-router'
import { localHref } from '../locale.ts'

/** A link in the page's language: `to` is the path without language, '/mentors?class=10'. */
export function LocalLink({ to, ...rest }: Omit<LinkProps, 'to'> & { to: string }) {
  return <Link to={localHref(to)} {...rest} />
}
