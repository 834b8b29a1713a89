import { adoptArea, unknownAreas } from '#contract/reference/admin-places.ts'
import { m } from '#messages'
import { signedIn } from '../../accounts/signed-in.server.ts'
import { readApi } from '../../api.ts'
import { intentOf, readForm, sendForm } from '../../form.server.ts'
import { textOf } from '../../form.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/money.tsx'
import { BackLink } from '../kit/admin-part.tsx'
import { answerForm } from '../kit/answer-form.server.ts'
import { PageForm, ResultNotice } from '../kit/page-form.tsx'
import type { Route } from './+types/unknown-areas-page.ts'
import { inWords } from './place-labels.server.ts'

export { clientAction } from '../kit/admin-result.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await signedIn(context, new URL(request.url), '/admin/login')
  const { data, total } = await readApi(context, unknownAreas)
  return {
    total,
    canDecide: viewer.adminRole !== 'support',
    rows: data.map(({ like, ...row }) => ({
      ...row,
      key: `${row.city._id} ${row.area}`,
      cityName: inWords(row.city),
      like: like.map((one) => ({ value: one._id, label: inWords(one) })),
    })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const into = intentOf(form, 'same', 'new') === 'same' ? textOf(form, 'into') : null
  const words = { done: m.admin_places_adopted({ area: textOf(form, 'area') }), bad: m.admin_place_bad() }
  return await answerForm(form, sendForm(context, adoptArea, form, { body: { into } }), words)
}

export function meta() {
  return [{ title: `${m.admin_places_unknown()} - ${m.admin_title()}` }, { name: 'robots', content: 'noindex' }]
}

/** Names of areas that mentors wrote and we do not know. */
export default function UnknownAreasPage({ loaderData: { rows, total, canDecide }, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to="/admin/subjects/places">{m.admin_place_all()}</BackLink>
      <h1 className="mt-1 text-h1">{m.admin_places_unknown()}</h1>
      <p className="max-w-prose text-muted">{m.admin_places_unknown_text()}</p>
      <ResultNotice result={actionData} />
      <section aria-label={m.admin_places_unknown()} className="card mt-4">
        {rows.length === 0 ? (
          <EmptyState title={m.admin_places_unknown_none()} text={m.admin_places_unknown_none_text()} />
        ) : (
          <ul className="divide-y divide-line">
            {rows.map((row) => (
              <li key={row.key} className="flex flex-wrap items-end gap-x-6 gap-y-3 py-4">
                <div className="min-w-50 grow">
                  <b className="text-ink wrap-anywhere">{row.area}</b>
                  <span className="block text-small text-muted">
                    {row.cityName} · {m.admin_places_unknown_count({ count: formatNumber(row.mentors) })}
                  </span>
                </div>
                {canDecide && <Adopt row={row} />}
              </li>
            ))}
          </ul>
        )}
        {total > rows.length && (
          <p className="pt-3 text-small text-muted">
            {m.admin_places_unknown_more({ count: formatNumber(rows.length) })}
          </p>
        )}
      </section>
    </>
  )
}

type Row = Route.ComponentProps['loaderData']['rows'][number]
function Adopt({ row: { key, city, area, like, guess, isLatin, lat, lon } }: { row: Row }) {
  // Its English name is still to be told.
  const asked = { kind: 'area', in: city._id, nameHi: area, lat: String(lat), lon: String(lon) }
  const hidden = (
    <>
      <input type="hidden" name="city" value={city._id} />
      <input type="hidden" name="area" value={area} />
    </>
  )
  return (
    <>
      <PageForm intent={`same ${key}`} part={key} className="flex flex-wrap items-end gap-2">
        {({ field, busy }) => (
          <>
            {hidden}
            <SelectField
              {...field('into', guess ?? '')}
              label={m.admin_places_adopt_as()}
              options={like}
              empty=""
              required
            />
            <Button type="submit" look="outline" loading={busy}>
              {m.admin_places_adopt_button()}
            </Button>
          </>
        )}
      </PageForm>
      {isLatin ? (
        <PageForm intent={`new ${key}`} part={key}>
          {({ busy }) => (
            <>
              {hidden}
              <Button type="submit" loading={busy}>
                {m.admin_places_adopt()}
              </Button>
            </>
          )}
        </PageForm>
      ) : (
        <ButtonLink to={`/admin/subjects/places/new?${new URLSearchParams(asked)}`}>
          {m.admin_places_adopt()}
        </ButtonLink>
      )}
    </>
  )
}
