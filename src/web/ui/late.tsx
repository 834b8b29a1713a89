import { type ComponentType, use, useEffect } from 'react'
import { m } from '#messages'
import { Notice } from './error-state.tsx'

const parts: { name: string; start: () => Promise<unknown> }[] = []
const mark = 'late'

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
    const own = load().catch((): ComponentType<P> => () => <Failed onLeave={forget} />)
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

/** Loads the parts that the server rendered, so that they answer as soon as the rest of the page. */
export async function loadRenderedParts(): Promise<void> {
  const marks = [...document.querySelectorAll<HTMLMetaElement>(`meta[name=${mark}]`)]
  const rendered = new Set(marks.map(({ content }) => content))
  await Promise.all(parts.filter(({ name }) => rendered.has(name)).map(({ start }) => start()))
}
