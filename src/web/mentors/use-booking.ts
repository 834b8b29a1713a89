import { useEffect, useRef, useState } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { currentLocale } from '../locale.ts'
import { useSite } from '../shell/site-state.ts'
import { isAnswered, type ParentAnswers } from '../ui/parent-fields.tsx'
import { useAnswerOnce } from '../ui/use-answer-once.ts'
import type { BookingProblem } from './booking-action.server.ts'
import {
  applyChange,
  type Choice,
  chosenSearch,
  initialChoice,
  isAtHome,
  isSingleClass,
  newLearner,
  priceBreakdown,
  priceOf,
  resolveLearner,
  withFittingTime,
} from './booking-choice.ts'
import type { ProfileData } from './profile-data.server.ts'

/** The fields of `ParentFields`, as the form without scripts sends them. */
const parentValues = ({ relation, parentName, agrees }: ParentAnswers, version: number) => ({
  'parent.relation': relation,
  'parent.name': parentName,
  'parent.version': String(version),
  'parent.language': currentLocale(),
  ...(agrees && { agrees: 'on' }),
})

/** A price quoted by the server for exactly one selection. */
type Quote = { of: string; amount: number; promotion: number; credit: number; problem: BookingProblem | null }

/** Key of the selection a price is quoted for. */
const priceKey = ({ plan, hours, mode, subject }: Choice, learner: string): string =>
  JSON.stringify([plan, plan === 'hourly' && hours, mode, subject, learner])

/**
 * State of one booking, shared by card and sheet. A logged-in family is quoted the price for its child, since the fee
 * of an earlier demo is credited to the first month.
 */
export function useBooking(mentor: ProfileData) {
  const { id, options, days, free, choice: first, quoted, formKey, policy, homeCity, home } = mentor
  const { viewer } = useSite()
  const fetcher = useFetcher<BookingProblem>()
  const withoutScripts = useActionData<BookingProblem>()
  const [choice, setChoice] = useState(() => {
    if (!withoutScripts?.chosen) return first
    const weekdays = days.map(({ day }) => day)
    return initialChoice(options, weekdays, new URLSearchParams(withoutScripts.chosen))
  })
  const [quote, setQuote] = useState<Quote | null>(
    quoted && { ...quoted, of: priceKey(first, first.learner), problem: null },
  )
  const [login, setLogin] = useState(false)
  // A family logged in from the start has already selected a child.
  const [picked, setPicked] = useState(options.learners.length > 0)
  /** Number of attempts with something missing, which each moves the focus there; after a login nothing is wrong yet. */
  const [asked, setAsked] = useState({ times: 0, isRefused: false })
  const [isPlanChosen, setPlanChosen] = useState(first.plan !== 'monthly' || first.at !== '')
  const sent = useRef(false)

  const isFamily = viewer?.userType === 'student'
  const learner = resolveLearner(options.learners, choice, picked)
  const { plan, hours, mode, subject } = choice
  // A child without an address usually lives with the others.
  const stored = options.learners.find(({ value }) => value === learner)?.address ?? home
  const address = choice.address ?? stored ?? { house: '', area: choice.area, landmark: '', city: homeCity }
  const isAddressOpen = isAtHome(mode) && !(address.house.trim() && address.area.trim() && address.city)
  const { parent } = mentor
  const answers = { ...choice.parent, parentName: choice.parent.parentName || (parent?.name ?? '') }
  const isParentOpen = parent !== null && learner === newLearner && !isAnswered(answers)
  const isAdult =
    learner === newLearner
      ? answers.relation === 'self'
      : options.learners.some(({ value, isAdult }) => value === learner && isAdult)
  const conduct = isAtHome(mode) && !isAdult ? mentor.conduct : null
  const of = priceKey(choice, learner)
  const current = quote?.of === of ? quote : null
  const amount = current ? current.amount : priceOf(options, choice)
  const promotion = current?.promotion ?? 0
  const credit = current?.credit ?? 0
  const refused = current?.problem ?? null
  const isAsShown = amount === priceOf(options, choice) - promotion

  useEffect(() => {
    if (!isFamily || isSingleClass(plan) || learner === newLearner || learner === '') return
    const gone = new AbortController()
    const query = new URLSearchParams({ mentorId: id, plan, mode, subject, learnerId: learner })
    fetch(`/api/payment/quote?${query}`, { signal: gone.signal })
      .then(async (reply) => {
        if (!reply.ok) return
        const { data }: { data: { amount: number; promotion: number; credit: number } } = await reply.json()
        setQuote({ of, amount: data.amount, promotion: data.promotion, credit: data.credit, problem: refused })
      })
      // The server checks the price again on submission.
      .catch(() => undefined)
    return () => gone.abort()
  }, [of, isFamily, id, plan, mode, subject, learner, refused])

  const send = (hasJustLoggedIn = false) => {
    if (!hasJustLoggedIn && viewer === null) return setLogin(true)
    // A mentor has to switch roles first.
    const isOther = viewer !== null && !isFamily
    // The sentence at the button has to be seen before it is accepted.
    const isUnseen = hasJustLoggedIn && conduct !== null
    if (learner === '' || ((isAddressOpen || isParentOpen || isUnseen) && !isOther))
      return setAsked(({ times }) => ({ times: times + 1, isRefused: !hasJustLoggedIn }))
    if (fetcher.state !== 'idle' || sent.current) return
    sent.current = true
    history.replaceState(history.state, '', chosenSearch(location.search, choice) + location.hash)
    const { address: _, area: __, parent: ___, ...chosen } = choice
    const values = {
      ...chosen,
      ...(isAtHome(mode) && { ...address, landmark: address.landmark ?? '' }),
      ...(parent && learner === newLearner && parentValues(answers, parent.version)),
      // The fields of `ConductSentence`.
      ...(conduct && {
        'conduct.version': String(conduct.version),
        'conduct.language': currentLocale(),
        accepts: 'on',
      }),
      learner,
      hours: String(hours),
      days: choice.days.join(),
      amount: String(amount),
      mentorId: id,
      formKey,
      policy,
      script: '1',
    }
    fetcher.submit(values, { method: 'post' })
  }
  useAnswerOnce(fetcher.state === 'idle' ? fetcher.data : undefined, (answer) => {
    sent.current = false
    if (answer.code === 'login-required') setLogin(true)
    if (answer.amount === null) return
    // The demo credit is known from the same quote, or quoted again.
    const known = current?.amount === answer.amount ? current : { promotion: 0, credit: 0 }
    setQuote({ of, amount: answer.amount, promotion: known.promotion, credit: known.credit, problem: answer })
  })

  const change = (patch: Partial<Choice>) => {
    setChoice((now) => {
      const next = applyChange(options, now, patch)
      // The selected time may be too short for another plan.
      const isOther = ['plan', 'hours', 'mode'].some((name) => name in patch)
      return isOther ? withFittingTime(next, free.picks) : next
    })
    if (patch.learner) setPicked(true)
    if (patch.plan) setPlanChosen(true)
    if (fetcher.data) {
      // The page may still be reloading: a dropped answer is never heard, and the form must stay submittable.
      sent.current = false
      fetcher.reset()
    }
  }
  const answer = fetcher.data ?? withoutScripts
  // Solved by the login, or by switching to the family.
  const isSolved = answer?.code === 'login-required' || (isFamily && answer?.code === 'not-allowed')
  const problem = refused ?? (isSolved ? null : (answer ?? null))
  return {
    choice: { ...choice, learner },
    change,
    /** Address for classes at home, whether it is still incomplete, and whether it is the stored one. */
    address,
    isAddressOpen,
    /** Who agrees for a new learner, and whether it still has to be said. */
    answers,
    isParentOpen,
    /** The code of conduct, if paying accepts it. */
    conduct,
    isPlanChosen,
    hasStored: stored !== null,
    isStored: choice.address === null && stored !== null,
    amount,
    /** Credit for an earlier demo, in rupees. */
    promotion,
    credit,
    /** Components of the amount; null when the server quoted a different amount. */
    parts: isAsShown ? { ...priceBreakdown(options, choice), promotion, credit } : null,
    problem,
    busy: fetcher.state !== 'idle',
    asked,
    isRefused: asked.isRefused,
    send,
    login: {
      open: login,
      onClose: () => setLogin(false),
      onDone: () => {
        setLogin(false)
        // The family's children are loaded now. The server refuses an amount other than the one shown before.
        send(true)
      },
    },
  }
}

export type Booking = ReturnType<typeof useBooking>
