import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'

/** One to five stars as radio buttons: arrow keys move, every star up to the chosen one is filled. */
export function StarChoice({ legend, chosen, error }: { legend: string; chosen: string; error: string | undefined }) {
  return (
    <fieldset className="choice-group">
      <legend className="field-label">{legend}</legend>
      <div className="star-choice">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars}>
            <input type="radio" name="stars" value={stars} required defaultChecked={chosen === String(stars)} />
            <Icon name="star" size={34} />
            <span className="sr-only">{stars === 1 ? m.review_star_one() : m.review_stars({ stars })}</span>
          </label>
        ))}
      </div>
      <p className="field-help">{m.review_stars_help()}</p>
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
