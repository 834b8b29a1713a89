import { m } from '#messages'
import { Drawing } from '../ui/drawing.tsx'

export function HowItWorks() {
  const steps = [
    ['step-1', m.home_step1(), m.home_step1_text()],
    ['step-2', m.home_step2(), m.home_step2_text()],
    ['step-3', m.home_step3(), m.home_step3_text()],
  ] as const
  return (
    <section>
      <h2 className="text-h2">{m.home_how()}</h2>
      <ol className="steps">
        {steps.map(([drawing, title, text], place) => (
          <li key={drawing}>
            <Drawing name={drawing} />
            <div>
              <p className="text-small font-semibold text-muted">{m.home_step({ number: place + 1 })}</p>
              <h3 className="text-h3">{title}</h3>
              <p className="mt-1 max-w-[40ch] text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
