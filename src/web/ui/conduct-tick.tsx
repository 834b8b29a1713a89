import { m } from '#messages'
import { currentLocale } from '../locale.ts'
import { Checkbox } from './choice.tsx'
import { ConsentItems } from './consent-items.tsx'

type Props = { text: { version: number; items: readonly string[] }; form: string }

/** The code of conduct with the tick that accepts it, as fields of a form outside. */
export function ConductTick({ text, form }: Props) {
  return (
    <div className="grid gap-3">
      <input type="hidden" form={form} name="conduct.version" value={text.version} />
      <input type="hidden" form={form} name="conduct.language" value={currentLocale()} />
      <h2 className="text-h3">{m.conduct_title()}</h2>
      <ConsentItems items={text.items} />
      <Checkbox label={m.conduct_tick()} form={form} name="accepts" required />
    </div>
  )
}
