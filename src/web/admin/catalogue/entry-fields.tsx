import type { AdminCatalogueEntry } from '#contract/reference/catalogue-admin.ts'
import { m } from '#messages'
import { Checkbox, ChoiceGroup } from '../../ui/choice.tsx'
import { type Option, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import type { FormFields } from '../kit/admin-form.tsx'

type Choices = {
  parents: readonly Option[]
  grades: readonly { level: string; options: readonly Option[] }[]
  taughtIn: readonly string[]
  subjects: readonly Option[]
}
type Props = { entry: AdminCatalogueEntry; choices: Choices; fields: FormFields }

/** Fields of an entry, depending on its kind. */
export function EntryFields({ entry, choices, fields: { field, tick } }: Props) {
  const { kind, key } = entry
  const checkbox = (name: 'grades' | 'subjects', ticked: readonly string[]) => (option: Option) => (
    <Checkbox key={option.value} {...{ name, ...option }} defaultChecked={ticked.includes(option.value)} />
  )
  return (
    <>
      {key === '' && choices.parents.length > 0 && (
        <SelectField
          label={kind === 'grade' ? m.admin_cat_level() : m.admin_cat_degree_kind()}
          name="parent"
          options={choices.parents}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={m.admin_cat_en()} help={m.admin_cat_most()} required {...field('en', entry.en)} />
        <TextField label={m.admin_cat_hi()} help={m.admin_cat_most()} lang="hi" required {...field('hi', entry.hi)} />
      </div>
      <TextArea
        rows={Math.max(4, entry.aliases.length + 1)}
        label={m.admin_cat_aliases()}
        help={m.admin_cat_aliases_help()}
        {...field('aliases', entry.aliases.join('\n'))}
      />
      <TextField
        label={m.admin_cat_place()}
        help={m.admin_cat_place_help()}
        inputMode="numeric"
        className="short tabular-nums"
        {...field('place', String(entry.place))}
      />
      <div>
        <Checkbox label={m.admin_cat_is_shown()} {...tick('isShown', entry.state === 'shown')} />
        {kind === 'subject' && <Checkbox label={m.admin_cat_home()} {...tick('isHome', entry.isHome)} />}
      </div>
      {kind === 'subject' && (
        <ChoiceGroup legend={m.admin_cat_grades()}>
          {choices.grades.map(({ level, options }) => (
            <div key={level} className="py-1">
              <p className="text-small text-muted">{level}</p>
              <div className="grid gap-x-4 sm:grid-cols-2">{options.map(checkbox('grades', choices.taughtIn))}</div>
            </div>
          ))}
        </ChoiceGroup>
      )}
      {kind === 'grade' && (
        <ChoiceGroup legend={m.admin_cat_subjects()}>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {choices.subjects.map(checkbox('subjects', entry.subjects))}
          </div>
        </ChoiceGroup>
      )}
    </>
  )
}
