import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useActionData, useFetcher } from 'react-router'
import { currentLocale } from '../locale.ts'
import { useSite } from '../shell/site-state.ts'
import type { BookingProblem } from './booking-action.server.ts'
import { type Choice, newLearner, priceOf } from './booking-choice.ts'
import type { ProfileData } from './profile-data.server.ts'

/** A price that the server named for exactly one choice. */
type Told = { of: string; amount: number; promotion: number; problem: BookingProblem | null }

/**
 * One booking: what is chosen, what it costs, and the one way to send it, shared by the card and the sheet. A family
 * that is logged in is told the price for its child: a demo taken before comes off the first month.
 */
export function useBooking({ id, options, choice: first, formKey }: ProfileData) {
  const { viewer } = useSite()
  const fetcher = useFetcher<BookingProblem>()
  const withoutScripts = useActionData<BookingProblem>()
  const [choice, setChoice] = useState(first)
  const [told, setTold] = useState<Told | null>(null)
  const [login, setLogin] = useState(false)
  const sent = useRef(false)

  // After a login the family's own learners appear; what was typed for a new one is kept.
  const isFamily = viewer?.userType === 'student'
  const known = options.learners.some(({ value }) => value === choice.learner)
  const learner = known || choice.learner === newLearner ? choice.learner : newLearner
  const { plan, hours, mode, subject } = choice
  const of = JSON.stringify([plan, plan === 'hourly' && hours, mode, subject, learner])
  const fits = told?.of === of ? told : null
  const amount = fits ? fits.amount : priceOf(options, choice)

  useEffect(() => {
    if (!isFamily || learner === newLearner) return
    const gone = new AbortController()
    const query = new URLSearchParams({ mentorId: id, plan, hours: String(hours), mode, subject, learnerId: learner })
    const headers = { 'accept-language': currentLocale() }
    fetch(`/api/payment/quote?${query}`, { signal: gone.signal, headers })
      .then(async (reply) => {
        const body = await reply.json()
        if (reply.ok) setTold({ of, amount: body.data.amount, promotion: body.data.promotion, problem: null })
        else if (body.code === 'demo-already-taken') setTold({ of, amount: priceOf(options, choice), promotion: 0, problem: body })
      })
      // The server says the price again when the form is sent.
      .catch(() => undefined)
    return () => gone.abort()
    // biome-ignore lint/correctness/useExhaustiveDependencies: `of` stands for the whole choice
  }, [of, isFamily, id])

  const send = () => {
    if (fetcher.state !== 'idle' || sent.current) return
    sent.current = true
    const values = { ...choice, learner, hours: String(hours), amount: String(amount), mentorId: id, formKey, script: '1' }
    fetcher.submit(values, { method: 'post' })
  }
  const settle = useEffectEvent((answer: BookingProblem) => {
    sent.current = false
    if (answer.code === 'login-required') setLogin(true)
    if (answer.amount !== null) setTold({ of, amount: answer.amount, promotion: 0, problem: answer })
  })
  useEffect(() => {
    if (fetcher.state === 'idle' && fetcher.data) settle(fetcher.data)
  }, [fetcher.state, fetcher.data])

  const change = (patch: Partial<Choice>) => {
    setChoice((now) => ({ ...now, ...patch }))
    if (fetcher.data) fetcher.reset()
  }
  const answer = fetcher.data ?? withoutScripts
  const problem = fits?.problem ?? (answer?.code === 'login-required' ? null : (answer ?? null))
  return {
    choice: { ...choice, learner },
    change,
    amount,
    promotion: fits?.promotion ?? 0,
    problem,
    busy: fetcher.state !== 'idle',
    send,
    login: {
      open: login,
      onClose: () => setLogin(false),
      onDone: () => {
        setLogin(false)
        send()
      },
    },
  }
}

export type Booking = ReturnType<typeof useBooking>
