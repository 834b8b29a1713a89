import type { UnknownArea } from '#contract/reference/admin-places.ts'
import { m } from '#messages'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { PageForm } from '../kit/page-form.tsx'
import { placeName, placesHref } from './place-fields.tsx'

type Props = { rows: readonly UnknownArea[]; total: number; canChange: boolean }

/** Area names entered by mentors that match no place, each to be added or made an alias. */
export function UnknownAreas({ rows, total, canChange }: Props) {
  return (
    <section aria-labelledby="unknown-areas" className="card mt-4">
      <h2 id="unknown-areas" className="text-h3">
        {m.admin_places_unknown()}
      </h2>
      <p className="max-w-prose text-muted">{m.admin_places_unknown_text()}</p>
      {rows.length === 0 && (
        <EmptyState title={m.admin_places_unknown_none()} text={m.admin_places_unknown_none_text()} />
      )}
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <li key={`${row.city._id} ${row.area}`} className="flex flex-wrap items-end gap-x-6 gap-y-3 py-4">
            <div className="min-w-50 grow">
              <b className="text-ink wrap-anywhere">{row.area}</b>
              <span className="block text-small text-muted">
                {placeName(row.city)} · {m.admin_places_unknown_count({ count: formatNumber(row.mentors) })}
              </span>
            </div>
            {canChange && <AssignArea {...row} />}
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="pt-3 text-small text-muted">
          {m.admin_places_unknown_more({ count: formatNumber(rows.length) })}
        </p>
      )}
    </section>
  )
}

/** Makes the name an alias of the selected area, or a new area. A name without Latin letters needs the full form. */
function AssignArea({ city, area, like, guess, isLatin, lat, lon }: UnknownArea) {
  const key = `${city._id} ${area}`
  const asked = { kind: 'area', in: city._id, nameHi: area, lat: String(lat), lon: String(lon) }
  return (
    <PageForm intent={`adopt ${key}`} resetKey={key} className="flex flex-wrap items-end gap-2">
      {({ field, busy }) => (
        <>
          <input type="hidden" name="city" value={city._id} />
          <input type="hidden" name="area" value={area} />
          <SelectField
            {...field('into', guess ?? '')}
            label={m.admin_places_adopt_as()}
            options={like.map((one) => ({ value: one._id, label: placeName(one) }))}
            empty={isLatin ? m.admin_places_adopt() : m.apply_choose()}
            required={!isLatin}
          />
          <Button type="submit" look="outline" loading={busy}>
            {m.admin_cat_save()}
          </Button>
          {!isLatin && (
            <ButtonLink to={`${placesHref}/new?${new URLSearchParams(asked)}`} look="plain">
              {m.admin_places_adopt()}
            </ButtonLink>
          )}
        </>
      )}
    </PageForm>
  )
}
