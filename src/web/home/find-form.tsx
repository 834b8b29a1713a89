import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { Button } from '../ui/button.tsx'
import { type Option, Options } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { LabelFrame } from '../ui/label-frame.tsx'

type Props = {
  grades: readonly Option[]
  /** Subjects of all classes. */
  subjects: readonly Option[]
  /** Loads the suggestions of the area field. */
  loadPlaces: () => Promise<{ PlaceSuggestions: ComponentType<{ input: HTMLInputElement; city: string }> }>
  byClass: readonly { classes: readonly string[]; subjects: readonly Option[] }[]
}

/** Search form; a plain GET form to the list, so that it works without JavaScript. */
export function FindForm({ grades, subjects, byClass, loadPlaces }: Props) {
  const [grade, setGrade] = useState('')
  const [places, setPlaces] = useState<ReactNode>()
  const chosen = useRef<HTMLSelectElement>(null)
  // The class may be selected before hydration, or restored by the browser.
  useEffect(() => setGrade(chosen.current?.value ?? ''), [])
  const offered = byClass.find(({ classes }) => classes.includes(grade))?.subjects ?? subjects
  return (
    <LabelFrame>
      <Form action={localHref('/mentors')} role="search" aria-label={m.home_find()}>
        <div className="mb-3 flex items-baseline justify-between gap-3">
          <h2 className="find-title">{m.home_find()}</h2>
          <span className="text-small text-muted">{m.home_free()}</span>
        </div>
        <div className="label-line">
          <label htmlFor="find-class">{m.home_class()}</label>
          <select
            ref={chosen}
            id="find-class"
            name="class"
            className="select"
            onChange={(event) => setGrade(event.currentTarget.value)}
          >
            <Options options={grades} empty={m.home_any_class()} />
          </select>
        </div>
        <div className="label-line">
          <label htmlFor="find-subject">{m.home_subject()}</label>
          <select id="find-subject" name="subject" className="select">
            <Options options={offered} empty={m.home_any_subject()} />
          </select>
        </div>
        <div className="label-line suggest">
          <label htmlFor="find-area">{m.home_area()}</label>
          <input
            // Loaded on demand, because few visitors type a place. If that fails, the field stays a plain one.
            onFocus={({ currentTarget }) =>
              loadPlaces().then(
                ({ PlaceSuggestions }) => setPlaces(<PlaceSuggestions input={currentTarget} city="" />),
                () => undefined,
              )
            }
            id="find-area"
            name="area"
            placeholder={m.home_any_area()}
            autoComplete="off"
            maxLength={80}
          />
          <Icon name="map-pin" size={22} />
          {places}
        </div>
        <Button type="submit" wide className="mt-4" icon={<Icon name="search" size={20} />}>
          {m.home_find_mentors()}
        </Button>
      </Form>
    </LabelFrame>
  )
}
