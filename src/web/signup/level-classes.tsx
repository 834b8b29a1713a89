import {
  gradeKeyName,
  isOffered,
  type Level,
  levels,
  type Subject,
  subjectName,
  subjectsOfKey,
} from '#contract/reference/catalogue.ts'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { Checkbox } from '../ui/choice.tsx'
import { FieldError } from '../ui/field.tsx'

type Props = {
  level: Level
  /** Subjects by grade key; a class may be ticked before its subjects. */
  chosen: Record<string, Subject[]>
  /** null unticks the class. */
  onClass: (key: string, list: Subject[] | null) => void
  error: (path: string) => string | undefined
}

/** Classes of a level, and the subjects of each ticked class. */
export function LevelClasses({ level, chosen, onClass, error }: Props) {
  const locale = currentLocale()
  return (
    <div className="reveal-part mt-1 border-line border-t pt-1">
      {Object.keys(levels[level]).map((key) => {
        const name = `${level} ${key}`
        const taught = chosen[key]
        // A hidden entry stays available if it was chosen before.
        if (!taught && !isOffered('grade', key)) return null
        const offered = subjectsOfKey(key).filter((one) => isOffered('subject', one) || taught?.includes(one))
        const path = `teachingPreferences.${level}.${key}`
        return (
          <fieldset
            key={key}
            id={path}
            tabIndex={-1}
            className="reveal class-row"
            data-invalid={error(path) ? true : undefined}
          >
            <legend className="sr-only">{gradeKeyName(key, locale)}</legend>
            <label className="choice">
              <input
                type="checkbox"
                name="class"
                value={name}
                checked={taught !== undefined}
                onChange={(event) => onClass(key, event.currentTarget.checked ? [] : null)}
              />
              <span className="font-semibold text-ink">{gradeKeyName(key, locale)}</span>
              {taught && (
                <span className="text-muted text-small tabular-nums">
                  {m.apply_subject_count({ count: taught.length, all: offered.length })}
                </span>
              )}
            </label>
            <div className="reveal-part subject-grid">
              <Checkbox
                label={m.apply_all_subjects()}
                checked={taught?.length === offered.length}
                onChange={(event) => onClass(key, event.currentTarget.checked ? [...offered] : [])}
              />
              {offered.map((subject) => (
                <Checkbox
                  key={subject}
                  name="subject"
                  value={`${name} ${subject}`}
                  label={subjectName(subject, locale)}
                  checked={taught?.includes(subject) ?? false}
                  onChange={(event) => {
                    const rest = (taught ?? []).filter((one) => one !== subject)
                    onClass(key, event.currentTarget.checked ? [...rest, subject] : rest)
                  }}
                />
              ))}
            </div>
            <FieldError id={`${path}-error`} error={error(path)} />
          </fieldset>
        )
      })}
    </div>
  )
}
