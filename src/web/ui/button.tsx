import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { LocalLink } from './link.tsx'
import { Spinner } from './spinner.tsx'

export type ButtonLook = 'filled' | 'outline' | 'plain' | 'danger'
type Looks = { look?: ButtonLook; wide?: boolean; square?: boolean; icon?: ReactNode }

const classOf = ({ look = 'filled', wide, square }: Looks, extra?: string) =>
  ['btn', `btn-${look}`, wide && 'w-full', square && 'btn-square', extra].filter(Boolean).join(' ')

/** A square button shows only its icon: give `aria-label`. While loading it keeps its width and ignores clicks. */
export function Button({
  look,
  wide,
  square,
  icon,
  loading = false,
  loadingText,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: Looks & { loading?: boolean; loadingText?: string } & ComponentProps<'button'>) {
  const click = (event: MouseEvent<HTMLButtonElement>) => (loading ? event.preventDefault() : onClick?.(event))
  return (
    <button
      {...rest}
      type={type}
      onClick={click}
      aria-disabled={loading || rest['aria-disabled'] || undefined}
      aria-busy={loading || undefined}
      className={classOf({ ...(look && { look }), ...(wide && { wide }), ...(square && { square }) }, className)}
    >
      <span className="btn-face" data-hidden={loading || undefined}>
        {icon}
        {children}
      </span>
      {(loading || loadingText) && (
        <span className="btn-face" data-hidden={!loading || undefined}>
          <Spinner />
          {loadingText ?? (square ? null : children)}
        </span>
      )}
    </button>
  )
}

/** A link that looks like a button: `to` inside the site, `href` for tel:, mailto: and files. */
export function ButtonLink({
  look,
  wide,
  square,
  icon,
  className,
  children,
  to,
  ...rest
}: Looks & { to?: string; state?: unknown; prefetch?: 'intent' } & Omit<ComponentProps<'a'>, 'ref'>) {
  const classes = classOf({ ...(look && { look }), ...(wide && { wide }), ...(square && { square }) }, className)
  const face = (
    <span className="btn-face">
      {icon}
      {children}
    </span>
  )
  return to === undefined ? (
    <a {...rest} className={classes}>
      {face}
    </a>
  ) : (
    <LocalLink {...rest} to={to} className={classes}>
      {face}
    </LocalLink>
  )
}
