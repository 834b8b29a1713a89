import { type CheckItem, CheckList } from '../ui/check-strip.tsx'
import { Drawing } from '../ui/drawing.tsx'
import { Photo } from '../ui/photo.tsx'
import type { HomeTexts } from './home-texts.server.ts'

type Sample = { name: string; degree: string; title: string; photo: string | null; checks: readonly CheckItem[] }

/** Shows the checks of an actual listed mentor. */
export function WhyChoose({ sample, texts }: { sample: Sample | undefined; texts: HomeTexts['why'] }) {
  return (
    <section>
      <h2 className="text-h2">{texts.title}</h2>
      <div className="why">
        <div className="rounded-card bg-kraft-soft p-4 sm:p-6 lg:p-9">
          <h3 className="text-h3 lg:text-[24px]">{texts.verified.title}</h3>
          <p className="mt-1">{texts.verified.text}</p>
          {sample && (
            <div className="mt-5 flex items-start gap-6">
              <div className="why-who">
                <Photo src={sample.photo} name={sample.name} width={180} />
                <b className="line-clamp-3">{sample.name}</b>
                <p className="text-muted text-small">{sample.degree}</p>
              </div>
              <div className="grow rounded-card border border-line bg-surface">
                <p className="border-line border-b px-4 py-2 font-semibold text-small">{sample.title}</p>
                <CheckList checks={sample.checks} />
              </div>
            </div>
          )}
        </div>
        {texts.others.map(({ drawing, title, text }) => (
          <div key={drawing} className="card why-card">
            <div>
              <h3 className="text-h3">{title}</h3>
              <p className="mt-1 text-muted">{text}</p>
            </div>
            <Drawing name={drawing} />
          </div>
        ))}
      </div>
    </section>
  )
}
