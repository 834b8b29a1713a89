import { type ComponentType, use, useEffect } from 'react'
import { m } from '#messages'
import { Notice } from './error-state.tsx'

const parts: { name: string; start: () => Promise<unknown> }[] = []
const mark = 'late'
const started = new Set<string>()
const failed = new Set<string>()
const reloadedAt = 'late-reloaded'
const reloadPauseMs = 60_000

/**
 * A part that few visits of its page show, in a script of its own. The server renders it as any other. In the browser a
 * navigation that shows it, such as the link to a dialog, waits for the script. @param name of its file: by it the service
 * worker keeps the script with a page that shows the part
 */
export function late<P extends object>(name: string, load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loading: Promise<ComponentType<P>> | undefined
  // Opened again, it is tried again.
  const forget = () => {
    loading = undefined
  }
  const start = () => {
    if (loading) return loading
    started.add(name)
    const own = load().catch((): ComponentType<P> => {
      failed.add(name)
      reloadOnce()
      return () => <Failed onLeave={forget} />
    })
    // As React marks a promise that it saw settle: the part is then rendered at once.
    own.then((value) => Object.assign(own, { status: 'fulfilled', value }))
    loading = own
    return own
  }
  parts.push({ name, start })
  return (props) => <Late name={name} start={start} given={props} />
}

function Late<P extends object>({
  name,
  start,
  given,
}: {
  name: string
  start: () => Promise<ComponentType<P>>
  given: P
}) {
  const Part = use(start())
  return (
    <>
      <meta name={mark} content={name} />
      <Part {...given} />
    </>
  )
}

function Failed({ onLeave }: { onLeave: () => void }) {
  useEffect(() => onLeave, [onLeave])
  return <Notice tone="bad">{m.failure_connection()}</Notice>
}

/** After an update the old script is gone, and browsers keep a failed import: online, the address is loaded anew, once. */
function reloadOnce(): void {
  try {
    if (!navigator.onLine || Date.now() - Number(sessionStorage.getItem(reloadedAt)) < reloadPauseMs) return
    sessionStorage.setItem(reloadedAt, String(Date.now()))
    location.reload()
  } catch {
    // Without storage a reload could repeat for ever.
  }
}

/**
 * Loads the parts that the server rendered, and those inside them, so that they answer as soon as the rest of the page.
 * @returns false if one failed: the page then stays as the server rendered it, with forms and links that need no scripts
 */
export async function loadRenderedParts(): Promise<boolean> {
  const marks = [...document.querySelectorAll<HTMLMetaElement>(`meta[name=${mark}]`)]
  const rendered = new Set(marks.map(({ content }) => content))
  const left = () => parts.filter(({ name }) => rendered.has(name) && !started.has(name))
  for (let next = left(); next.length > 0; next = left()) await Promise.all(next.map(({ start }) => start()))
  return failed.size === 0
}
