import { type FormEvent, useState } from 'react'
import { type ShouldRevalidateFunctionArgs, useFetcher } from 'react-router'
import { m } from '#messages'
import { localHref } from '../locale.ts'
import { useSite } from '../shell/site-state.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** `shouldRevalidate` for pages whose data does not depend on the shortlist. */
export const unlessShortlistChanged = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  !formAction?.endsWith('/shortlist/keep') && defaultShouldRevalidate

/** Bookmark button that adds a mentor to the shortlist or removes it; works before login and without JavaScript. */
export function ShortlistButton({ id, name }: { id: string; name: string }) {
  const { kept, pathname, search } = useSite()
  const fetcher = useFetcher<{ problem: string | null }>()
  const [offline, setOffline] = useState(false)
  const wanted = fetcher.formData?.get('on')
  const on = wanted ? wanted === '1' : kept.includes(id)
  const send = (event: FormEvent) => {
    setOffline(!navigator.onLine)
    if (!navigator.onLine) event.preventDefault()
  }
  const problem = offline ? m.shortlist_offline() : fetcher.state === 'idle' && fetcher.data?.problem
  return (
    <fetcher.Form method="post" action={localHref('/shortlist/keep')} onSubmit={send} className="keep">
      <input type="hidden" name="mentor" value={id} />
      <input type="hidden" name="on" value={on ? '0' : '1'} />
      <input type="hidden" name="back" value={pathname + search} />
      <Button
        type="submit"
        look="plain"
        square
        aria-pressed={on}
        aria-label={m.shortlist_keep({ name })}
        icon={<Icon name="bookmark" className={on ? 'fill-current' : ''} />}
      />
      {problem && <p role="alert">{problem}</p>}
    </fetcher.Form>
  )
}
