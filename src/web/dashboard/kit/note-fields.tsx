import { m } from '#messages'
import type { FormResult } from './form-result.ts'
import { PhraseField } from './phrase-field.tsx'

/** Note and homework fields for the family. */
export function NoteFields({
  result,
  note,
  homework,
}: {
  result: FormResult | undefined
  note: string
  homework: string
}) {
  return (
    <>
      <PhraseField
        label={m.note_note()}
        name="note"
        defaultValue={result?.values.note ?? note}
        error={result?.fields.note}
        phrases={[m.note_phrase_well(), m.note_phrase_practice(), m.note_phrase_attentive(), m.note_phrase_late()]}
      />
      <PhraseField
        label={m.note_homework()}
        name="homework"
        defaultValue={result?.values.homework ?? homework}
        error={result?.fields.homework}
        phrases={[m.note_phrase_exercise(), m.note_phrase_revise(), m.note_phrase_learn(), m.note_phrase_test()]}
      />
    </>
  )
}
