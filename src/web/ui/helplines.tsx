import { m } from '#messages'
import { Icon } from './icon.tsx'

const lines = [
  ['112', m.concern_emergency],
  ['1098', m.concern_childline],
] as const

/** Numbers to call in danger. */
export function Helplines() {
  return (
    <section aria-label={m.concern_danger()} className="grid gap-3">
      <p className="font-semibold text-ink">{m.concern_danger()}</p>
      <div className="grid grid-cols-2 gap-3">
        {lines.map(([number, label]) => (
          <a key={number} href={`tel:${number}`} className="btn btn-outline h-auto! py-2!">
            <span className="btn-face">
              <Icon name="phone" size={20} />
              <span className="text-left leading-tight">
                <b className="block tabular-nums">{number}</b>
                <span className="block font-normal text-small">{label()}</span>
              </span>
            </span>
          </a>
        ))}
      </div>
    </section>
  )
}
