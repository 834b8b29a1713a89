import { data, redirect } from 'react-router'
import type { ClassAddress } from '#contract/classes/addresses.ts'
import { policyName } from '#contract/classes/limits.ts'
import { isLandingIndexable } from '#contract/mentors/crawling.ts'
import { defaultPoint } from '#contract/mentors/limits.ts'
import { mentorFilter, oneMentor, type PublicMentor, searchMentors } from '#contract/mentors/mentors.ts'
import { tutorsOfSubject } from '#contract/mentors/seo.ts'
import { packages, quote } from '#contract/money/payments.ts'
import { ownLearners } from '#contract/people/learners.ts'
import { ownProfile } from '#contract/people/profiles.ts'
import {
  type ClassMode,
  gradeName,
  grades,
  type Subject,
  subjectsOfGrade,
  weekdays,
} from '#contract/reference/catalogue.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { m } from '#messages'
import { isStatus, type LoaderContext, orFallback, readApi } from '../api.ts'
import { cancellationLines } from '../cancellation-lines.ts'
import { openConsents } from '../consents.server.ts'
import { disabledIn } from '../disabled-features.server.ts'
import { currentLocale, localHref } from '../locale.ts'
import { readSite } from '../site-facts.ts'
import { loadViewer } from '../viewer.ts'
import { type Choice, initialChoice, isSingleClass, newLearner, withFittingTime } from './booking-choice.ts'
import { bookingTexts, missingTexts } from './booking-texts.server.ts'
import {
  checksOf,
  degreeLine,
  experienceLine,
  gradesText,
  isFar,
  locationText,
  offersOf,
  studiesOf,
  usablePrices,
} from './card.server.ts'
import { freeOnProfile } from './free-times.server.ts'
import { boardName, dayName, modeName, subjectName } from './names.server.ts'
import { knownAreas, listedCities, placeNames } from './places.server.ts'
import { similarOnProfile, similarToGone } from './similar.server.ts'

const badges = 3
const subjectsWithoutMore = 4
const locationFilter = mentorFilter.pick({ area: true, city: true, state: true, lat: true, lon: true }).strip()

/** Location of the search; invalid values count as none. */
function locationOf(params: URLSearchParams) {
  const given = Object.fromEntries([...params].filter(([, value]) => value.trim() !== ''))
  return locationFilter.safeParse(given).data ?? {}
}

/** A mentor by slug, id or name. A name shared by several redirects to the list. */
async function findMentor(context: LoaderContext, name: string, params: URLSearchParams): Promise<PublicMentor> {
  try {
    return (await readApi(context, oneMentor, { params: { id: name }, query: locationOf(params) })).data
  } catch (error) {
    if (isStatus(error, 410)) throw data(await similarToGone(context, name), { status: 410 })
    if (!isStatus(error, 400, 404)) throw error
    const q = mentorFilter.shape.q.safeParse(name).data
    const named = q ? await readApi(context, searchMentors, { query: { q, within: 5000, limit: 20 } }) : null
    const same = named?.data.filter(({ fullName }) => fullName.toLowerCase() === q?.toLowerCase()) ?? []
    if (same.length > 1) throw redirect(localHref(`/mentors?${new URLSearchParams({ q: name })}`))
    throw isStatus(error, 400) ? new Response(null, { status: 404 }) : error
  }
}

/** Address from the family's profile, when no child has one. */
async function familyAddress(context: LoaderContext): Promise<ClassAddress | null> {
  const { house, area, city } = await readApi(context, ownProfile).then(({ data: { family } }) => ({
    house: family?.address,
    area: family?.area,
    city: family?.city,
  }))
  return house && area && city ? { house, area, city } : null
}

async function learnersOf(context: LoaderContext) {
  const viewer = await loadViewer(context)
  if (viewer?.userType !== 'student') return { learners: [], home: null, parent: null, conduct: null, missing: null }
  const [{ data }, open] = await Promise.all([
    readApi(context, ownLearners),
    openConsents(context, ['child', 'family-conduct']),
  ])
  const learners = data.map(({ _id, name, grade, board, isAdult, address }) => {
    const known = grades.find((one) => one === grade)
    const words = [
      name ?? m.book_unnamed_child(),
      known && gradeName(known, currentLocale()),
      board && boardName(board).replace(/ (Board|बोर्ड)$/, ''),
    ]
    return { value: _id, label: words.filter(Boolean).join(', '), grade: known ?? '', isAdult, address }
  })
  return {
    learners,
    home: learners.find(({ address }) => address)?.address ?? (await familyAddress(context)),
    parent: open.child && { ...open.child, name: viewer.name ?? '' },
    conduct: open['family-conduct'] && { ...open['family-conduct'], sentence: m.book_accepts() },
    missing: missingTexts(),
  }
}

/** Price of a plan for the family's child after the demo credit; null for a new child or a single class. */
async function quotedPrice(context: LoaderContext, mentorId: string, { plan, mode, subject, learner }: Choice) {
  if (learner === newLearner || mode === '' || isSingleClass(plan)) return null
  // safe: both come from this mentor's own lists
  const query = { mentorId, plan, mode: mode as ClassMode, subject: subject as Subject, learnerId: learner }
  const { amount, promotion, credit } = (await readApi(context, quote, { query })).data
  return { amount, promotion, credit }
}

function rangeText({ teachingRange, location: { area, city } }: PublicMentor): string | null {
  if (teachingRange === '' || teachingRange === 'anywhere') return m.profile_range_any()
  const km = Number.parseInt(teachingRange, 10)
  return Number.isNaN(km) ? null : m.profile_range_km({ km, area: placeNames.area(area || city) })
}

/** Whether and how far the mentor travels. */
function travelText({ teachingModes, teachingRange }: PublicMentor): string | null {
  if (!teachingModes.homeTuition) return null
  const km = Number.parseInt(teachingRange, 10)
  return Number.isNaN(km) ? m.profile_comes() : m.profile_comes_km({ km })
}

const subjectBadges = (list: readonly string[]): readonly string[] =>
  list.length > subjectsWithoutMore
    ? [...list.slice(0, badges), m.card_more_subjects({ count: list.length - badges })]
    : list

/** Subjects of the mentor, and per class those within its curriculum and beyond. */
function subjectOptions(offers: ReturnType<typeof offersOf>, subjects: readonly Subject[]) {
  const grades = [...new Set(offers.flatMap((one) => one.grades))]
  // One object per subject: repeated references cost the page nothing.
  const options = new Map(subjects.map((value) => [value, { value: value as string, label: subjectName(value) }]))
  const optionsOf = (list: readonly Subject[]) => list.flatMap((one) => options.get(one) ?? [])
  const byGrade = grades.map((grade) => {
    const taught = new Set(offers.filter((one) => one.grades.includes(grade)).flatMap((one) => one.subjects))
    const list = subjectsOfGrade(grade)
    const others = [...taught].filter((one) => !list.includes(one))
    return [
      grade as string,
      { listed: optionsOf(list.filter((one) => taught.has(one))), others: optionsOf(others) },
    ] as const
  })
  return { subjects: optionsOf(subjects), byGrade: Object.fromEntries(byGrade) }
}

/** Data of the profile page. Redirects every other URL of a mentor to the slug. */
export async function loadProfile(context: LoaderContext, name: string, url: URL) {
  await knownAreas(context)
  const [mentor, { learners, home, parent, conduct, missing }, { data: discounts }, site] = await Promise.all([
    findMentor(context, name, url.searchParams),
    learnersOf(context),
    readApi(context, packages),
    readSite(context),
  ])
  if (mentor.slug !== name) throw redirect(localHref(`/mentors/${encodeURIComponent(mentor.slug)}${url.search}`), 301)
  const place = locationOf(url.searchParams)
  const offers = offersOf(mentor)
  const subjects = [...new Set(offers.flatMap((one) => one.subjects))]
  const [similar, free, landing] = await Promise.all([
    similarOnProfile(context, mentor.slug),
    freeOnProfile(context, mentor._id, url.searchParams.get('at')),
    landingLink(context, subjects[0], mentor.location.city),
  ])
  const modes = usablePrices(mentor).map(({ mode, monthly }) => ({
    value: mode as string,
    label: modeName(mode),
    monthly,
  }))
  const options = {
    modes,
    ...subjectOptions(offers, subjects),
    grades: [...new Set(offers.flatMap((one) => one.grades))].map((value) => ({
      value: value as string,
      label: gradeName(value, currentLocale()),
    })),
    learners,
    discounts,
  }
  const asked = initialChoice(options, weekdays, url.searchParams)
  const choice = withFittingTime(asked, free.picks)
  return {
    id: mentor._id,
    slug: mentor.slug,
    name: mentor.fullName,
    photo: mentor.profilePhoto,
    tier: mentor.tier,
    tierName: mentor.tier === 'gold' ? m.profile_gold() : m.profile_silver(),
    line: degreeLine(mentor),
    experience: experienceLine(mentor.experience),
    rating: mentor.rating,
    ratingCount: mentor.ratingCount,
    area: placeNames.area(mentor.location.area) || placeNames.city(mentor.location.city),
    city: placeNames.city(mentor.location.city),
    state: mentor.location.state,
    place: [locationText(mentor, defaultPoint.city), isFar(mentor) ? null : travelText(mentor)]
      .filter(Boolean)
      .join(' · '),
    badges: subjectBadges(subjects.map(subjectName)),
    back: place.area
      ? {
          area: placeNames.area(place.area),
          to: `/mentors?${new URLSearchParams({ ...(place.city && { city: place.city }), area: place.area })}`,
        }
      : null,
    similar,
    landing,
    studies: studiesOf(mentor),
    about: mentor.brief,
    aboutNone: mentor.brief ? undefined : m.profile_about_none(),
    ...videoOf(mentor),
    checks: checksOf(mentor),
    days: weekdays.map((day) => ({ day, label: dayName(day), on: mentor.availableDays.includes(day) })),
    taught: [...Map.groupBy(offers, ({ subjects }) => subjects.map(subjectName).join(', '))].map(
      ([subjects, alike]) => ({
        key: subjects,
        grades: gradesText(alike.flatMap(({ grades }) => grades)),
        subjects,
      }),
    ),
    dailyHours: mentor.dailyHours,
    free,
    /** Cities for the address field, the mentor's city and the family's address. */
    cities: listedCities(),
    homeCity: mentor.location.city,
    home,
    /** What a parent agrees to before the first learner under 18; null for visitors, and once agreed. */
    parent,
    /** The code of conduct for classes at home of a child; null for visitors, and once accepted. */
    conduct,
    /** Errors of the family's own fields; null for visitors. */
    missing,
    range: modes.some(({ value }) => value === 'homeTuition') ? rangeText(mentor) : null,
    options,
    choice,
    /** Said until another time is chosen. */
    timeGone: free.isKnown && asked.at !== choice.at && m.book_time_gone(),
    /** Quoted price of the initial selection, for a logged-in family. */
    quoted: await quotedPrice(context, mentor._id, choice).catch(orFallback(context, null)),
    /** Why this mentor cannot be booked. */
    bookNot: modes.length === 0 ? m.book_not_now() : undefined,
    /** Why bookings are currently closed; null when open. */
    closed: disabledIn(site, 'bookings', 'payments'),
    texts: bookingTexts(mentor.fullName, free, site.policy.guaranteeHours),
    cancellation: cancellationLines(site.policy, 'family'),
    policy: policyName(site.policy),
    today: dateInIndia(new Date()),
    /** Makes repeated submissions idempotent. */
    formKey: crypto.randomUUID(),
  }
}

export type ProfileData = Awaited<ReturnType<typeof loadProfile>>

/** Landing page of subject and city, if it is indexable. Requires `knownAreas`. */
async function landingLink(
  context: LoaderContext,
  subject: Subject | undefined,
  city: string,
): Promise<{ name: string; path: string } | null> {
  if (!subject) return null
  const found = await readApi(context, tutorsOfSubject, { params: { subject } }).catch(orFallback(context, null))
  const own = found?.data.cities.find((one) => one.name === city)
  if (!own || !isLandingIndexable(own.mentors)) return null
  const names = { subject: subjectName(subject), city: placeNames.city(city) }
  return { name: m.landing_heading(names), path: `/tutors/${subject}/${own.slug}` }
}

const placeholderPoster =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9" fill="#8b90a0"><circle cx="8" cy="3.4" r="1.3"/><path d="M5.4 7.4a2.6 2.6 0 0 1 5.2 0z"/></svg>'

/** Teaching video with its poster; nothing without one, to keep pages small. */
function videoOf({ teachingVideo, profilePhoto }: PublicMentor) {
  if (!teachingVideo) return {}
  return {
    video: {
      title: m.profile_video(),
      src: teachingVideo,
      // Medium size of a photo.
      poster:
        profilePhoto?.replace(/\/\d+\.jpg$/, '/320.jpg') ??
        `data:image/svg+xml,${encodeURIComponent(placeholderPoster)}`,
    },
  }
}
