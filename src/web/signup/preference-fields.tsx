import { useState } from 'react'
import { isOffered, type Level, levelName, levels, type Subject } from '#contract/reference/catalogue.ts'
import { languages, nameOf } from '#contract/reference/hindi-names.ts'
import { m } from '#messages'
import { boardOptions, labelOf } from '../application-labels.ts'
import { currentLocale } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ChoiceSet, TickSet } from './choice-fields.tsx'
import type { FieldsProps } from './field-binding.ts'
import { listAt, type Preferences, preferencesOf } from './form-answers.ts'
import { LevelClasses } from './level-classes.tsx'

/** Offered levels, and chosen ones even if they are no longer offered. */
const offeredLevels = (tree: Preferences) =>
  (Object.keys(levels) as Level[]).filter((level) => isOffered('level', level) || tree[level])
const without = <T,>(from: Record<string, T>, key: string): Record<string, T> =>
  Object.fromEntries(Object.entries(from).filter(([one]) => one !== key))

/** Levels with their classes and subjects. All are rendered, and CSS shows those of ticked boxes. */
export function PreferenceFields({ answers, error, changed }: FieldsProps) {
  const locale = currentLocale()
  const [tree, setTree] = useState(() => preferencesOf(answers))
  const [removing, setRemoving] = useState<Level | null>(null)
  const countOf = (level: Level) => new Set(Object.values(tree[level] ?? {}).flat()).size
  const change = (next: typeof tree) => {
    setTree(next)
    changed()
  }
  const tickLevel = (level: Level, on: boolean) => {
    if (on) change({ ...tree, [level]: {} })
    else if (countOf(level) > 0) setRemoving(level)
    else change(without(tree, level))
  }
  const setClass = (level: Level, key: string, list: Subject[] | null) => {
    const classes = tree[level] ?? {}
    change({ ...tree, [level]: list === null ? without(classes, key) : { ...classes, [key]: list } })
  }
  return (
    <>
      <ChoiceSet id="teachingPreferences" legend={labelOf('teachingPreferences')} error={error('teachingPreferences')}>
        <div className="mt-1 grid gap-2">
          {offeredLevels(tree).map((level) => (
            <div key={level} className="reveal mode-card">
              <label className="choice">
                <input
                  type="checkbox"
                  name="level"
                  value={level}
                  checked={tree[level] !== undefined}
                  onChange={(event) => tickLevel(level, event.currentTarget.checked)}
                />
                <span className="font-semibold text-[17px] text-ink">{levelName(level, locale)}</span>
              </label>
              <LevelClasses
                level={level}
                chosen={tree[level] ?? {}}
                onClass={(key, list) => setClass(level, key, list)}
                error={error}
              />
            </div>
          ))}
        </div>
      </ChoiceSet>
      <TickSet
        id="boards"
        name="boards"
        legend={m.apply_optional({ label: labelOf('boards') })}
        options={boardOptions(listAt(answers, 'boards')).map(({ value, label }) => ({
          value,
          // Without its initials, so that it fits.
          label: label.replace(/ \([A-Z]{3}.*\)$/, ''),
        }))}
        defaultValues={listAt(answers, 'boards')}
        error={error('boards')}
      />
      <TickSet
        id="languages"
        name="languages"
        legend={m.apply_optional({ label: labelOf('languages') })}
        options={languages.map((value) => ({ value, label: nameOf('language', value, locale) }))}
        defaultValues={listAt(answers, 'languages')}
        error={error('languages')}
      />
      <Dialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={removing ? m.apply_level_remove({ level: levelName(removing, locale) }) : ''}
      >
        {removing && (
          <div className="grid gap-4">
            <p>{m.apply_level_remove_text({ count: countOf(removing) })}</p>
            <div className="flex flex-wrap gap-2">
              <Button
                look="danger"
                onClick={() => {
                  change(without(tree, removing))
                  setRemoving(null)
                }}
              >
                {m.apply_level_remove_yes()}
              </Button>
              <Button look="outline" onClick={() => setRemoving(null)}>
                {m.apply_level_remove_no()}
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  )
}
