import type { ComponentProps } from 'react'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { Checkbox } from './choice.tsx'
import { ConsentItems } from './consent-items.tsx'

type Props = {
  text: { version: number; items: readonly string[] }
  /** Shows the whole text instead of folding it. */
  isOpen?: boolean
  /** Form of the fields, if they are outside it. */
  form?: string
  error?: string | undefined
} & Pick<ComponentProps<'input'>, 'id' | 'required' | 'checked' | 'onChange'>

/** The code of conduct with the tick that accepts it. */
export function ConductTick({ text, isOpen = false, form, error, ...tick }: Props) {
  return (
    <div className="grid gap-3">
      <input type="hidden" form={form} name="conduct.version" value={text.version} />
      <input type="hidden" form={form} name="conduct.language" value={currentLocale()} />
      {isOpen ? (
        <>
          <h2 className="text-h3">{m.conduct_title()}</h2>
          <ConsentItems items={text.items} />
        </>
      ) : (
        <details className="text-small text-muted">
          <summary className="text-link min-h-11 cursor-pointer content-center">{m.conduct_title()}</summary>
          <ConsentItems items={text.items} />
        </details>
      )}
      <Checkbox label={m.conduct_tick()} form={form} name="accepts" {...tick} />
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
