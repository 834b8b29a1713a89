import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { useAnswerOnce } from '../ui/use-answer-once.ts'
import type { LoginResult, LoginUser } from './log-in.server.ts'
import { clearCode, pendingCode, trackCode } from './pending-code.ts'

type LoginDone = Extract<LoginResult, { step: 'done' }>
type LoginOptions = {
  userType: LoginUser
  /** URL of the page whose action handles the steps, in the reader's language. */
  action: string
  next?: string | null
  /** Action data of a form submitted without JavaScript. */
  given?: LoginResult | undefined
  onDone: (done: LoginDone) => void
}

/** State of a login without leaving the page: the current step, and the form for the next. */
export function useLogin({ userType: initialType, action, next, given, onDone }: LoginOptions) {
  const fetcher = useFetcher<LoginResult>()
  const [userType, setUserType] = useState(initialType)
  const [shown, setShown] = useState<LoginResult | null>(given ?? null)
  const [phone, setPhone] = useState(given?.phone ?? '')
  const [isBack, setBack] = useState(false)
  const [wanted, setWanted] = useState(initialType)
  const { data, state } = fetcher

  /** Switching the account type starts over. */
  const choose = (next: LoginUser) => {
    setUserType(next)
    setPhone('')
    setShown(null)
    setBack(false)
  }
  // The URL may change the account type while the page stays mounted.
  if (wanted !== initialType) {
    setWanted(initialType)
    if (initialType !== userType) choose(initialType)
  }

  useAnswerOnce(data?.step === 'done' ? undefined : data, setShown)
  const restore = useEffectEvent(() => {
    if (given) trackCode(given)
    const kept = given ? null : pendingCode(userType)
    if (!kept) return
    setShown(kept)
    setPhone(kept.phone)
  })
  useEffect(() => restore(), [])
  // Idle means the page has loaded its new viewer.
  useAnswerOnce(data?.step === 'done' && state === 'idle' ? data : undefined, onDone)

  // Only the submission blocks; the next step can start while loaders revalidate.
  const running = state === 'submitting' ? fetcher.formData?.get('intent') : null
  return {
    Form: fetcher.Form,
    submit: fetcher.submit,
    action,
    next,
    userType,
    phone,
    setPhone,
    /** Ignore a late reply for another account type. */
    shown: shown?.userType === userType ? shown : null,
    isSending: running === 'send',
    isVerifying: running === 'verify' || data?.step === 'done',
    goBack: () => {
      clearCode()
      setShown(null)
      setBack(true)
    },
    /** Returned to the phone step, which takes the focus. */
    isBack,
    choose,
  }
}

export type Login = ReturnType<typeof useLogin>
