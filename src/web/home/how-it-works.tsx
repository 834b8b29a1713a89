import { m } from '#messages'
import { Drawing } from '../ui/drawing.tsx'
import type { HomeTexts } from './home-texts.server.ts'

export function HowItWorks({ steps }: { steps: HomeTexts['steps'] }) {
  return (
    <section>
      <h2 className="text-h2">{m.home_how()}</h2>
      <ol className="steps">
        {steps.map(({ drawing, title, text }, place) => (
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
