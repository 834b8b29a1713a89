import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { m } from '#messages'
import { useSite } from '../shell/site-state.ts'
import { CheckList } from '../ui/check-strip.tsx'
import { Icon } from '../ui/icon.tsx'
import { LocalLink } from '../ui/link.tsx'
import { formatRupees } from '../ui/money.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ContactButtons } from './booking.tsx'
import { chosenSearch, fits, fittingTimes } from './booking-choice.ts'
import type { ProfileData } from './profile-data.server.ts'
import type { Booking } from './use-booking.ts'

const timesInDays = 3

type Props = { mentor: ProfileData }
type BookingProps = Props & { booking: Booking }

export function ProfileTabs({ reviews, ...rest }: BookingProps & { reviews: ReactNode }) {
  const tabs = [
    { id: 'overview', label: m.profile_overview(), panel: <Overview {...rest} reviews={reviews} /> },
    { id: 'availability', label: m.profile_availability(), panel: <Availability {...rest} /> },
    { id: 'contact', label: m.profile_contact(), panel: <Contact mentor={rest.mentor} /> },
  ]
  return <Tabs label={m.profile_sections()} param="tab" tabs={tabs} />
}

function Overview({ booking, mentor, reviews }: BookingProps & { reviews: ReactNode }) {
  return (
    <>
      {mentor.checks.length > 0 && (
        <section>
          <h2 className="text-h3 lg:text-[24px]">{m.profile_checked()}</h2>
          <div className="card p-0!">
            <CheckList checks={mentor.checks} />
          </div>
        </section>
      )}
      <section>
        <h2 className="text-h3 lg:text-[24px]">{m.profile_about()}</h2>
        <p className="max-w-prose whitespace-pre-line font-words">{mentor.about || mentor.aboutNone}</p>
      </section>
      <Fees mentor={mentor} />
      {mentor.video && (
        <section>
          <h2 className="text-h3 lg:text-[24px]">{mentor.video.title}</h2>
          {/* biome-ignore lint/a11y/useMediaCaption: mentors have none to give */}
          <video
            controls
            preload="none"
            playsInline
            aria-label={mentor.video.title}
            src={mentor.video.src}
            poster={mentor.video.poster}
          />
        </section>
      )}
      <section>
        <h2 className="text-h3 lg:text-[24px]">{m.profile_teaches()}</h2>
        <dl className="facts">
          {mentor.taught.map(({ key, grades, subjects }) => (
            <div key={key}>
              <dt>{grades}</dt>
              <dd>{subjects}</dd>
            </div>
          ))}
          {mentor.studies.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Days booking={booking} mentor={mentor} />
      {reviews}
    </>
  )
}

function Days({ booking: { choice: chosen, change, isPlanChosen }, mentor }: BookingProps) {
  const { search } = useLocation()
  // The times of the mentor's card, until a plan is chosen.
  const isDemo = chosen.plan === 'demo' || !isPlanChosen
  const times = fittingTimes(mentor.free.picks, isDemo ? { ...chosen, plan: 'demo' } : chosen)
    .filter(([at], i, all) => at.slice(0, 10) !== all[i - 1]?.[0].slice(0, 10))
    .slice(0, timesInDays)
    .map((one) => ({
      at: one[0],
      label: one[1],
      // A new family begins with a demo, and a short time is enough for nothing else.
      plan: isDemo && (!mentor.options.learners[0] || !fits(one, chosen)) ? ('demo' as const) : chosen.plan,
    }))
  return (
    <section>
      <h2 className="text-h3 lg:text-[24px]">{m.profile_days()}</h2>
      <ul className="days">
        {mentor.days.map(({ day, label, on }) => (
          <li key={day} data-on={on || undefined}>
            {label}
            {on ? <Icon name="check" size={18} className="tick-icon" /> : <Icon name="minus" size={18} />}
            <span className="sr-only">{on ? m.profile_day_yes() : m.profile_day_no()}</span>
          </li>
        ))}
      </ul>
      {mentor.free.byAgreement && <p className="mt-2 text-muted">{m.free_by_agreement()}</p>}
      {times.length > 0 && (
        <div className="next-times">
          <span className="w-full text-muted">{isDemo ? mentor.free.nextForDemo : mentor.free.nextForMonth}</span>
          {times.map(({ at, label, plan }) => (
            <LocalLink
              key={at}
              to={`/mentors/${mentor.slug}${chosenSearch(search, { ...chosen, plan, at })}#book`}
              preventScrollReset
              className="chip"
              rel="nofollow"
              aria-current={at === chosen.at || undefined}
              data-on={at === chosen.at || undefined}
              onClick={() => change({ plan, at })}
            >
              {label}
            </LocalLink>
          ))}
        </div>
      )}
    </section>
  )
}

function Availability({ booking, mentor }: BookingProps) {
  return (
    <>
      <Days booking={booking} mentor={mentor} />
      <section>
        <h2 className="text-h3 lg:text-[24px]">{m.free_times()}</h2>
        {mentor.free.days.length > 0 ? (
          <dl className="facts">
            {mentor.free.days.map(({ day, ranges }) => (
              <div key={day}>
                <dt>{day}</dt>
                <dd>
                  {ranges.map((range) => (
                    <p key={range}>{range}</p>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <>
            {mentor.free.byAgreement && <p className="mb-2 text-muted">{mentor.texts.noTimes}</p>}
            <LocalLink to={`/chat/${mentor.slug}`} className="chip">
              {m.free_ask()}
            </LocalLink>
          </>
        )}
      </section>
      <section>
        <h2 className="text-h3 lg:text-[24px]">{m.profile_hours_travel()}</h2>
        <dl className="facts">
          {mentor.dailyHours > 0 && (
            <div>
              <dt>{m.profile_hours()}</dt>
              <dd>
                {mentor.dailyHours === 1
                  ? m.profile_hours_up_to_one()
                  : m.profile_hours_up_to({ hours: mentor.dailyHours })}
              </dd>
            </div>
          )}
          {mentor.range && (
            <div>
              <dt>{m.profile_range()}</dt>
              <dd>{mentor.range}</dd>
            </div>
          )}
        </dl>
      </section>
      <Fees mentor={mentor} />
    </>
  )
}

/** Ways of teaching with their fees. */
function Fees({ mentor: { options, texts } }: Props) {
  if (options.modes.length === 0) return null
  return (
    <section>
      <h2 className="text-h3 lg:text-[24px]">{m.profile_places()}</h2>
      <p className="mb-3 text-muted">{texts.places}</p>
      <dl className="facts">
        {options.modes.map(({ value, label, monthly }) => (
          <div key={value}>
            <dt>{label}</dt>
            <dd>
              {formatRupees(monthly)} {m.ui_a_month()}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Contact({ mentor }: Props) {
  const { callingNo } = useSite()
  return (
    <section>
      <h2 className="text-h3 lg:text-[24px]">{m.profile_contact()}</h2>
      <p className="mb-4 max-w-prose">{mentor.texts.contact}</p>
      <p className="mb-4 font-semibold tabular-nums">{callingNo}</p>
      <div className="max-w-[420px]">
        <ContactButtons mentor={mentor} />
      </div>
    </section>
  )
}
