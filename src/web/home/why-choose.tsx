import { m } from '#messages'
import { type CheckItem, CheckList } from '../ui/check-strip.tsx'
import { Drawing } from '../ui/drawing.tsx'
import { Photo } from '../ui/photo.tsx'
import type { HomeTexts } from './home-texts.server.ts'

type Sample = { name: string; photo: string | null; checks: readonly CheckItem[] }

/** Shows the checks of an actual listed mentor. */
export function WhyChoose({ sample, texts }: { sample: Sample | undefined; texts: HomeTexts['why'] }) {
  return (
    <section>
      <h2 className="text-h2">{texts.title}</h2>
      <div className="why">
        <div className="rounded-card bg-kraft-soft p-4 sm:p-6 lg:p-9">
          <h3 className="text-h3 lg:text-[24px]">{m.home_verified()}</h3>
          <p className="mt-1 max-w-[50ch]">{texts.verified}</p>
          {sample && (
            <div className="mt-5 flex items-start gap-6">
              <Photo src={sample.photo} name={sample.name} width={124} className="hidden sm:block" />
              <div className="grow rounded-card border border-line bg-surface">
                <CheckList checks={sample.checks} />
              </div>
            </div>
          )}
        </div>
        <div className="card why-card">
          <div>
            <h3 className="text-h3">{m.home_personal()}</h3>
            <p className="mt-1 text-muted">{texts.personal}</p>
          </div>
          <Drawing name="lamp" />
        </div>
        <div className="card why-card">
          <div>
            <h3 className="text-h3">{m.home_subjects()}</h3>
            <p className="mt-1 text-muted">{texts.subjects}</p>
          </div>
          <Drawing name="shelf" />
        </div>
      </div>
    </section>
  )
}
