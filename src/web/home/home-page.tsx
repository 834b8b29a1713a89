import { goldMentors, homeFigures } from '#contract/mentors/mentors.ts'
import {
  builtInCatalogue,
  gradeName,
  homeSubjects,
  offeredGrades,
  type Subject,
  subjectName,
  subjectSlugs,
  subjectsOfGrade,
} from '#contract/reference/catalogue.ts'
import { testimonials } from '#contract/reviews/reviews.ts'
import { telHref } from '#contract/wire/contact.ts'
import { m } from '#messages'
import { readApi } from '../api.ts'
import { countersOf } from '../counters.server.ts'
import { currentLocale } from '../locale.ts'
import { checksOf, degreeLine } from '../mentors/card.server.ts'
import { knownAreas } from '../mentors/places.server.ts'
import { remarksOf } from '../mentors/reviews.server.ts'
import { pageHead } from '../seo/head.server.ts'
import { faqPage, organization } from '../seo/structured-data.server.ts'
import { useSite } from '../shell/site-state.ts'
import { readSite } from '../site-facts.ts'
import { Accordion } from '../ui/accordion.tsx'
import { Counters } from '../ui/counters.tsx'
import { Drawing } from '../ui/drawing.tsx'
import type { Option } from '../ui/field.tsx'
import { Remarks } from '../ui/remark.tsx'
import type { Route } from './+types/home-page.ts'
import { FindForm } from './find-form.tsx'
import { Hero } from './hero.tsx'
import { type HomeTexts, homeTexts } from './home-texts.server.ts'
import { SubjectBooks } from './subject-books.tsx'
import { WhyChoose } from './why-choose.tsx'
import './home.css'

/** Whether public/art/words.svg contains the Hindi name: only built-in subjects that were not renamed. */
const hasHindiLettering = (slug: Subject) =>
  builtInCatalogue.subject.some((one) => one.key === slug && one.isHome && one.hi === subjectName(slug, 'hi'))

/** Classes grouped by identical lists of subjects. */
function subjectsByClass() {
  const locale = currentLocale()
  const groups = new Map<string, { classes: string[]; subjects: Option[] }>()
  for (const grade of offeredGrades) {
    const subjects = subjectsOfGrade(grade).map((one) => ({ value: one, label: subjectName(one, locale) }))
    const same = JSON.stringify(subjects)
    groups.set(same, { classes: [...(groups.get(same)?.classes ?? []), grade], subjects })
  }
  return [...groups.values()]
}

/** Names are resolved here to keep the catalogue out of the page's script. */
export async function loader({ context }: Route.LoaderArgs) {
  const locale = currentLocale()
  const [figures, gold, quotes, site] = await Promise.all([
    readApi(context, homeFigures),
    readApi(context, goldMentors, { query: { limit: 1 } }),
    readApi(context, testimonials, { query: { language: locale } }),
    readSite(context),
    knownAreas(context),
  ])
  const { bySubject } = figures.data
  const [sample] = gold.data
  const texts = homeTexts(site.policy.guaranteeHours)
  return {
    head: pageHead(context, {
      path: '/',
      title: m.home_meta_title(),
      description: m.home_meta_description(),
      things: (publicUrl) => [organization(publicUrl, site), faqPage(texts.questions)],
    }),
    counters: countersOf(figures.data),
    grades: offeredGrades.map((value) => ({ value, label: gradeName(value, locale) })),
    subjects: subjectSlugs
      .filter((slug) => bySubject[slug])
      .map((value) => ({ value, label: subjectName(value, locale) })),
    byClass: subjectsByClass(),
    books: homeSubjects.map((slug) => ({
      slug,
      en: subjectName(slug, 'en'),
      hi: subjectName(slug, 'hi'),
      count: bySubject[slug] ?? 0,
      ...(hasHindiLettering(slug) ? {} : { isText: true }),
    })),
    texts,
    remarks: remarksOf(quotes.data, { hasCities: true }),
    sample: sample && {
      name: sample.fullName,
      photo: sample.profilePhoto,
      checks: checksOf(sample),
      degree: degreeLine(sample),
      title: m.home_sample(),
    },
  }
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head

const loadPlaces = () => import('../mentors/place-suggestions.tsx')

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { counters, grades: classes, subjects: taught, byClass, books, remarks, sample, texts } = loaderData
  return (
    <main>
      <Hero form={<FindForm grades={classes} subjects={taught} byClass={byClass} loadPlaces={loadPlaces} />} />
      <div className="page-width sections home-parts pt-8 lg:pt-11">
        {counters.length > 0 && <Counters items={counters} />}
        <HowItWorks {...texts.how} />
        <WhyChoose sample={sample} texts={texts.why} />
        <SubjectBooks books={books} />
        {remarks.length > 0 && (
          <section>
            <h2 className="text-h2">{texts.remarks}</h2>
            <Remarks items={remarks} />
          </section>
        )}
        <FrequentQuestions texts={texts} />
      </div>
    </main>
  )
}

function HowItWorks({ title, steps }: HomeTexts['how']) {
  return (
    <section>
      <h2 className="text-h2">{title}</h2>
      <ol className="steps">
        {steps.map(({ drawing, number, title, text }) => (
          <li key={drawing}>
            <Drawing name={drawing} />
            <div>
              <p className="text-small font-semibold text-muted">{number}</p>
              <h3 className="text-h3">{title}</h3>
              <p className="mt-1 max-w-[40ch] text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function FrequentQuestions({ texts }: { texts: HomeTexts }) {
  const { callingNo } = useSite()
  return (
    <section className="questions">
      <div>
        <h2 className="text-h2 lg:max-w-[12ch]">{texts.faq}</h2>
        <p className="mt-2 text-muted">
          {texts.call}{' '}
          <a href={telHref(callingNo)} className="text-link inline-block py-2">
            {callingNo}
          </a>
        </p>
      </div>
      <Accordion items={texts.questions} firstOpen />
    </section>
  )
}
