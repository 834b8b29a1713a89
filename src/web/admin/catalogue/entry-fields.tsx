import type { CatalogueKind } from '#contract/reference/catalogue-changes.ts'
import { m } from '#messages'
import { Checkbox, ChoiceGroup } from '../../ui/choice.tsx'
import { Field, type Option, TextField } from '../../ui/field.tsx'
import type { Fields } from '../kit/page-form.tsx'

/** What a form of the catalogue can tick: grade keys of a subject by level, subjects of a grade key. */
export type Ticks = { grades: readonly { level: string; keys: readonly Option[] }[]; subjects: readonly Option[] }
export type EntryFacts = {
  en: string
  hi: string
  aliases: readonly string[]
  place: number
  isShown: boolean
  isHome: boolean
  grades: readonly string[]
  subjects: readonly string[]
}
type Props = { kind: CatalogueKind; facts: EntryFacts; ticks: Ticks; fields: Fields }

/** The fields of an entry; which there are depends on its kind. */
export function EntryFields({ kind, facts, ticks, fields: { field } }: Props) {
  const tick = (name: 'grades' | 'subjects') => (option: Option) => (
    <Checkbox
      key={option.value}
      name={name}
      value={option.value}
      label={option.label}
      defaultChecked={facts[name].includes(option.value)}
    />
  )
  const { defaultValue, ...aliases } = field('aliases', facts.aliases.join('\n'))
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={m.admin_cat_en()} help={m.admin_cat_most()} required {...field('en', facts.en)} />
        <TextField label={m.admin_cat_hi()} help={m.admin_cat_most()} lang="hi" required {...field('hi', facts.hi)} />
      </div>
      {(kind === 'subject' || kind === 'grade') && (
        <Field label={m.admin_cat_aliases()} help={m.admin_cat_aliases_help()} error={aliases.error}>
          {(wiring) => (
            <span className="control">
              <textarea name="aliases" rows={4} defaultValue={defaultValue} {...wiring} />
            </span>
          )}
        </Field>
      )}
      <TextField
        label={m.admin_cat_place()}
        help={m.admin_cat_place_help()}
        inputMode="numeric"
        className="short tabular-nums"
        {...field('place', String(facts.place))}
      />
      <div>
        <Checkbox name="isShown" label={m.admin_cat_is_shown()} defaultChecked={facts.isShown} />
        {kind === 'subject' && <Checkbox name="isHome" label={m.admin_cat_home()} defaultChecked={facts.isHome} />}
      </div>
      {kind === 'subject' && (
        <ChoiceGroup legend={m.admin_cat_grades()}>
          {ticks.grades.map(({ level, keys }) => (
            <div key={level} className="py-1">
              <p className="text-small text-muted">{level}</p>
              <div className="grid gap-x-4 sm:grid-cols-2">{keys.map(tick('grades'))}</div>
            </div>
          ))}
        </ChoiceGroup>
      )}
      {kind === 'grade' && (
        <ChoiceGroup legend={m.admin_cat_subjects()}>
          <div className="grid gap-x-4 sm:grid-cols-2">{ticks.subjects.map(tick('subjects'))}</div>
        </ChoiceGroup>
      )}
    </>
  )
}
