import { selectedMentors } from '#contract/mentors/mentors.ts'
import { m } from '#messages'
import { requireViewer } from '../../accounts/require-viewer.server.ts'
import { readApi } from '../../api.ts'
import { readForm } from '../../form.server.ts'
import { checksOf, degreeLine, experienceLine, shortCheckNames } from '../../mentors/card.server.ts'
import { knownAreas, placeNames } from '../../mentors/places.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { FirstClassGuarantee } from '../bookings/first-class-guarantee.tsx'
import { classLine } from '../kit/labels.ts'
import { loadTimetable } from '../kit/timetable.server.ts'
import { bookingPath } from '../kit/timetable-text.ts'
import { WrongRole } from '../kit/wrong-role.tsx'
import type { Route } from './+types/replacement-page.ts'
import { ConfirmReplacement } from './confirm-replacement.tsx'
import { changeBooking, loadChoice, usedParts } from './replacement.server.ts'
import { ReplacementBalance } from './replacement-balance.tsx'
import { ReplacementCard } from './replacement-card.tsx'
import { timesSentence } from './replacement-text.ts'

export { clientAction } from '../kit/lost-result.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const url = new URL(request.url)
  const viewer = await requireViewer(context, url)
  if (viewer.userType !== 'student' || viewer._id === null) return { viewer, own: null }
  await knownAreas(context)
  const [{ choice, chosen }, { booking, rule }] = await Promise.all([
    loadChoice(context, params.booking, url),
    loadTimetable(context, params.booking, placeNames.area),
  ])
  const id = choice.mentors.map(({ _id }) => _id).join(',')
  const { mentors } = await readApi(context, selectedMentors, { query: { id } })
  const facts = mentors.map((one) => ({
    _id: one._id,
    line: degreeLine(one),
    experience: experienceLine(one.experience),
    checks: checksOf(one, shortCheckNames),
  }))
  const withArea = <T extends { area: string }>(one: T): T => ({ ...one, area: placeNames.area(one.area) })
  const own = {
    choice: { ...choice, mentors: choice.mentors.map(withArea) },
    chosen: chosen && withArea(chosen),
    booking,
    facts,
    times: timesSentence(choice.weekTimes, booking, rule !== null),
    used: usedParts(booking),
  }
  return { viewer, own }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return await changeBooking(context, params.booking, await readForm(request))
}

export function meta() {
  return [{ title: `${m.replace_title()} - ${m.brand_name()}` }]
}

/** Replacement flow of a booking: balance, mentors, confirmation. */
export default function ReplacementPage({ loaderData: { viewer, own } }: Route.ComponentProps) {
  if (!own) return <WrongRole viewer={viewer} wanted="student" />
  const { choice, chosen, booking, facts, times, used } = own
  const path = `/dashboard/student/another-mentor/${booking._id}`
  const rest = choice.withGuarantee ? '&first=1' : ''
  const to = (id: string) => `${path}?with=${id}${rest}`
  const others = `/mentors?${new URLSearchParams({ ...(booking.learner.grade && { class: booking.learner.grade }), subject: booking.subject })}`
  return (
    <main className="page-width pb-12">
      <PageHeading
        back={
          chosen
            ? { to: `${path}${choice.withGuarantee ? '?first=1' : ''}`, label: m.replace_title() }
            : { to: bookingPath(booking._id), label: booking.subjectName }
        }
        title={chosen ? m.replace_confirm_title({ name: chosen.fullName }) : m.replace_title()}
        text={classLine(booking)}
      />
      {chosen ? (
        <div className="max-w-[640px]">
          <ConfirmReplacement mentor={chosen} choice={choice} before={booking.mentor.fullName} />
        </div>
      ) : (
        <div className={choice.balance > 0 ? 'with-aside' : 'max-w-[640px]'}>
          <div className="grid gap-4">
            {choice.guarantee && <FirstClassGuarantee choice={choice} name={booking.mentor.fullName} path={path} />}
            <ReplacementBalance choice={choice} booking={booking} used={used} />
          </div>
          {choice.balance > 0 && (
            <section id="plans" aria-labelledby="mentors" className="max-lg:mt-4">
              <h2 id="mentors" className="mb-2 text-section">
                {m.replace_mentors()}
              </h2>
              <p className="mb-4 text-muted">
                {m.replace_mentors_text()} {times} {m.replace_next()}
              </p>
              {choice.mentors.length > 0 ? (
                <ul className="grid gap-3">
                  {choice.mentors.map((one) => (
                    <ReplacementCard
                      key={one._id}
                      mentor={one}
                      facts={facts.find(({ _id }) => _id === one._id)}
                      to={to(one._id)}
                      times={choice.weekTimes}
                    />
                  ))}
                </ul>
              ) : (
                <EmptyState
                  title={m.replace_none()}
                  text={m.replace_none_text()}
                  action={<ButtonLink to={others}>{m.renew_elsewhere()}</ButtonLink>}
                />
              )}
            </section>
          )}
        </div>
      )}
    </main>
  )
}
