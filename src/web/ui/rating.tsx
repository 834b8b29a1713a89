import { m } from '#messages'
import { Icon } from './icon.tsx'

const starClass = 'flex-none fill-current text-star'

/** Star, rating and number of families. `value` null: no rating yet. */
export function Rating({ value, count }: { value: number | null; count?: number }) {
  if (value === null || count === 0) return <span className="text-small text-muted">{m.ui_no_rating()}</span>
  return (
    <span className="inline-flex flex-none items-center gap-1 whitespace-nowrap">
      <Icon name="star" size={18} className={starClass} />
      <span className="sr-only">{m.ui_rating({ value: value.toFixed(1) })}</span>
      <b aria-hidden="true">{value.toFixed(1)}</b>
      {count !== undefined && (
        <span className="text-muted">
          <span aria-hidden="true">{`(${count})`}</span>
          <span className="sr-only">{count === 1 ? m.ui_rating_count_one() : m.ui_rating_count({ count })}</span>
        </span>
      )}
    </span>
  )
}

/** One to five whole stars. `label` gives a finer number. */
export function Stars({ value, label }: { value: number; label?: string }) {
  return (
    <span role="img" aria-label={label ?? m.ui_rating({ value: String(value) })} className="inline-flex gap-0.5">
      {[1, 2, 3, 4, 5].map((place) => (
        <Icon name="star" key={place} size={18} className={place <= value ? starClass : 'flex-none text-control'} />
      ))}
    </span>
  )
}
