import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { useAnswerOnce } from '../ui/use-answer-once.ts'
import { clearCode, pendingCode, trackCode } from './kept-code.ts'
import type { LoginResult, LoginUser } from './log-in.server.ts'

export type LoginDone = Extract<LoginResult, { step: 'done' }>
type LoginOptions = {
  userType: LoginUser
  /** Page that answers the steps, in the language of the reader. */
  action: string
  next?: string | null
  /** The answer to a form sent before scripts ran. */
  given?: LoginResult | undefined
  onDone: (done: LoginDone) => void
}

/** The steps of one login without leaving the page: which step is shown, and the form that sends the next. */
export function useLogin({ userType: initialType, action, next, given, onDone }: LoginOptions) {
  const fetcher = useFetcher<LoginResult>()
  const [userType, setUserType] = useState(initialType)
  const [shown, setShown] = useState<LoginResult | null>(given ?? null)
  const [phone, setPhone] = useState(given?.phone ?? '')
  const [isBack, setBack] = useState(false)
  const [wanted, setWanted] = useState(initialType)
  const { data, state } = fetcher

  /** Another kind of account begins from nothing. */
  const choose = (next: LoginUser) => {
    setUserType(next)
    setPhone('')
    setShown(null)
    setBack(false)
  }
  // The address may ask for another kind while the page stays.
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
  // Idle: by now the page knows its new viewer.
  useAnswerOnce(data?.step === 'done' && state === 'idle' ? data : undefined, onDone)

  // While the page's own data follows, the next step can be taken already.
  const running = state === 'submitting' ? fetcher.formData?.get('intent') : null
  return {
    Form: fetcher.Form,
    submit: fetcher.submit,
    action,
    next,
    userType,
    phone,
    setPhone,
    /** An answer for another kind of account came too late. */
    shown: shown?.userType === userType ? shown : null,
    isSending: running === 'send',
    isVerifying: running === 'verify' || data?.step === 'done',
    goBack: () => {
      clearCode()
      setShown(null)
      setBack(true)
    },
    /** The phone was shown before: it takes the focus from the step that went away. */
    isBack,
    choose,
  }
}

export type Login = ReturnType<typeof useLogin>
