import { useFetcher } from 'react-router'
import { reviewLimits } from '#contract/reviews/limits.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Side } from '../kit/change-actions.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { StickyAction } from '../kit/sticky-action.tsx'
import { changeKey } from '../kit/use-change-result.ts'
import { studentName } from './review-prompts.tsx'
import type { Reviewed } from './reviews.server.ts'

/** A family's review, or a mentor's review of the family. Idempotent, so it needs no key. */
export function ReviewForm({ one, side }: { one: Reviewed; side: Side }) {
  const fetcher = useFetcher<FormResult>({ key: changeKey })
  const result = useResult(fetcher, 'review', one.booking)
  const { stars = String(one.own?.stars ?? ''), words = one.own?.words } = result?.values ?? {}
  const isFamily = side === 'family'
  const name = isFamily ? one.mentor.fullName : studentName(one)
  return (
    <DashboardForm fetcher={fetcher} intent="review" of={one.booking} result={result} className="grid gap-4">
      <p className="text-muted">{[name, one.subject].join(', ')}</p>
      <StarChoice
        legend={isFamily ? m.review_how_classes() : m.review_how_family()}
        chosen={stars}
        error={result?.fields.stars}
      />
      <TextArea
        label={isFamily ? m.review_words() : m.review_words_mentor()}
        help={m.review_words_help(reviewLimits.words)}
        error={result?.fields.words}
        name="words"
        rows={4}
        minLength={reviewLimits.words.min}
        maxLength={reviewLimits.words.max}
        defaultValue={words}
      />
      {isFamily && (
        <>
          <input type="hidden" name="asksQuoting" value="1" />
          <Checkbox
            label={m.review_quoting()}
            name="agreed"
            value="1"
            defaultChecked={result ? 'agreed' in result.values : one.mayBeQuoted}
          />
        </>
      )}
      <p className="text-small text-muted">
        {isFamily ? m.review_blind_family({ name }) : m.review_blind_mentor({ days: reviewLimits.blindDays })}
      </p>
      <StickyAction>
        <Button type="submit" wide loading={fetcher.state !== 'idle'} loadingText={m.dash_saving()}>
          {m.review_save()}
        </Button>
      </StickyAction>
    </DashboardForm>
  )
}

/** Radio buttons for one to five stars: arrow keys move, and all stars up to the chosen one are filled. */
function StarChoice({ legend, chosen, error }: { legend: string; chosen: string; error: string | undefined }) {
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
