import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useOutletContext, useSearchParams } from 'react-router'
import type { SectionName } from '#contract/mentors/application-sections.ts'
import { m } from '#messages'
import { runLoginStep } from '../accounts/log-in.server.ts'
import { lostLogin } from '../accounts/lost-login.ts'
import { sectionTitles } from '../application-labels.ts'
import { readForm } from '../form.server.ts'
import { isTicked } from '../form.ts'
import { localHref, plainPath } from '../locale.ts'
import { connectionLostAction } from '../lost-connection.ts'
import { AreaBox } from '../mentors/area-box.tsx'
import { useSite } from '../shell/site-state.ts'
import type { Route } from './+types/section-page.ts'
import type { Problem } from './application.server.ts'
import { saveForm } from './application.server.ts'
import { formAnswers } from './form-answers.ts'
import type { FormContext } from './form-context.ts'
import { isEditing, nextPath, previousPath, sectionOfPath } from './form-flow.ts'
import { SectionForm } from './section-form.tsx'

const sectionOfUrl = (pathname: string): SectionName => sectionOfPath(plainPath(pathname)) ?? 'personal'

export async function action({ context, request }: Route.ActionArgs) {
  const { pathname, searchParams } = new URL(request.url)
  const form = await readForm(request)
  // The phone is verified inside the form.
  if (isTicked(form, 'intent')) {
    const result = await runLoginStep(context, form, ['mentor'])
    if (result.step === 'done' && !isTicked(form, 'scripts')) return Response.redirect(request.url, 303)
    return result
  }
  const section = sectionOfUrl(pathname.replace(/\.data$/, ''))
  return await saveForm(context, section, form, searchParams.has('change'))
}

export const clientAction = connectionLostAction(lostLogin)

export function meta({ location }: Route.MetaArgs) {
  const title = `${sectionTitles[sectionOfUrl(location.pathname)]()} - ${m.brand_name()}`
  return [{ title }, { name: 'robots', content: 'noindex' }]
}

/** Remounts for every section. */
export default function SectionPage(props: Route.ComponentProps) {
  return <Section key={useSite().pathname} {...props} />
}

/** One section of the form. */
function Section({ actionData }: Route.ComponentProps) {
  const context = useOutletContext<FormContext>()
  const { state, draft, validate } = context
  const { pathname } = useSite()
  const section = sectionOfUrl(pathname)
  const fromCheck = useSearchParams()[0].has('change')
  const change = isEditing(state)
  const navigate = useNavigate()
  const login = actionData && 'step' in actionData ? actionData : undefined
  const plain = actionData && 'answers' in actionData ? actionData : undefined
  const [problems, setProblems] = useState<readonly Problem[]>(plain?.problems ?? [])
  const [refused, setRefused] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const collecting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (refused > 0) document.getElementById('problems')?.focus()
  }, [refused])
  // Cancel a pending read when the section is left.
  useEffect(() => () => clearTimeout(collecting.current), [])

  const collect = () => {
    if (!element.current) return null
    const answers = formAnswers(section, new FormData(element.current))
    draft.change(section, answers)
    return answers
  }
  const withPhone = (problems: readonly Problem[]) =>
    section === 'personal' && !state ? [{ field: 'phone', problem: 'phone-not-proven' }, ...problems] : problems
  // Reads the form after React has rendered the change.
  const changed = () => {
    draft.touch()
    clearTimeout(collecting.current)
    collecting.current = setTimeout(async () => {
      const answers = collect()
      if (answers && problems.length > 0) setProblems(withPhone(await validate(section, answers)))
    })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const answers = collect()
    if (!answers || isBusy) return
    setBusy(true)
    try {
      const sending = Object.entries(draft.view().uploads).flatMap(([field, one]) => (one === 'sending' ? field : []))
      // The rules may fail to load offline; the check page validates again.
      const found = withPhone(await validate(section, answers).catch(() => []))
      const next = [
        ...sending.map((field) => ({ field, problem: 'file-sending' })),
        ...found.filter(({ field }) => !sending.includes(field)),
      ]
      setProblems(next)
      if (next.length > 0) return setRefused((times) => times + 1)
      const isKept = state === null || (await draft.flush())
      if (isKept && !draft.view().parts[section]?.conflict)
        await navigate(localHref(nextPath(section, change, fromCheck)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SectionForm
      context={context}
      section={section}
      plain={plain}
      login={login}
      problems={problems}
      isBusy={isBusy}
      next={nextPath(section, change, fromCheck)}
      back={previousPath(section, change, fromCheck)}
      formRef={element}
      onChange={changed}
      onSubmit={submit}
      AreaBox={AreaBox}
    />
  )
}
