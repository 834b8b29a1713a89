import { useEffect, useRef, useState } from 'react'
import type { DegreeKind } from '#contract/reference/degrees.ts'
import { m } from '#messages'
import { degreeLabel, degreeOptions, labelOf } from '../application-labels.ts'
import { Combobox } from '../ui/combobox.tsx'
import { SelectField } from '../ui/field.tsx'
import { useScripts } from '../ui/use-scripts.ts'
import type { FieldsProps } from './field-binding.ts'

const maxRows = 60
/** "btech cs" finds "B.Tech. Computer Science". */
const searchText = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]/gu, '')

type Props = {
  fields: FieldsProps
  path: 'graduation.degree' | 'postGraduation.degree'
  kind: DegreeKind
  onCode?: (code: string) => void
}

/** Degree field: a select without scripts, a combobox with them. */
export function DegreeField({ fields: { bind, changed }, path, kind, onCode }: Props) {
  const { id, name, defaultValue, error } = bind(path)
  const scripts = useScripts()
  const [code, setCode] = useState(defaultValue)
  const [text, setText] = useState(degreeLabel(defaultValue))
  const selectRef = useRef<HTMLSelectElement>(null)
  const options = degreeOptions(kind, defaultValue)
  const choose = (next: string) => {
    setText(degreeLabel(next))
    if (next === code) return
    setCode(next)
    onCode?.(next)
    changed()
  }
  // Take over a choice made before hydration.
  useEffect(() => {
    const chosen = selectRef.current?.value
    if (!chosen) return
    setCode(chosen)
    setText(degreeLabel(chosen))
  }, [])
  if (!scripts) {
    return (
      <SelectField
        ref={selectRef}
        id={id}
        name={name}
        label={labelOf(path)}
        options={options}
        empty={m.apply_choose()}
        defaultValue={defaultValue}
        error={error}
      />
    )
  }
  const typed = searchText(text)
  const isChosen = text !== '' && text === degreeLabel(code)
  const found = isChosen
    ? options
    : options.filter(({ value, label }) => searchText(`${label} ${value}`).includes(typed))
  return (
    <>
      <input type="hidden" name={name} value={code} />
      <Combobox
        id={id}
        label={labelOf(path)}
        error={error}
        placeholder={m.apply_degree_hint({ degree: kind === 'master' ? 'M.Sc.' : 'B.Sc.' })}
        help={kind === 'master' ? m.apply_master_hint({ none: m.apply_none_master() }) : undefined}
        maxLength={60}
        text={text}
        onText={setText}
        rows={found.slice(0, maxRows)}
        onCommit={(row) => {
          const exact = options.find(({ label }) => searchText(label) === typed)
          const only = found.length === 1 && typed !== '' ? found[0] : undefined
          choose((row ?? exact ?? only)?.value ?? (text === '' ? '' : code))
        }}
        listLabel={labelOf(path)}
        empty={m.apply_degree_none()}
      />
    </>
  )
}
