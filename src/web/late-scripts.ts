import { plainPath } from './locale.ts'

/** The first counts visits in its scripts, the second is kept by the service worker without any. */
const never = /^\/(selected-mentors|offline)$/

/**
 * Keeps the scripts of a public page in a template until the visitor does something: every link and form of these pages works
 * without them ([decision](../../docs/decisions/0046-late-scripts.md)). @param html of a whole page; @param nonce of its scripts
 */
export function withLateScripts(html: string, pathname: string, nonce: string): string {
  const preloads: string[] = []
  const light = html.replace(/<link rel="modulepreload"[^>]*>/g, (link) => {
    preloads.push(link)
    return ''
  })
  const module = /<script[^>]* type="module"[^>]*>.*?<\/script>/s.exec(light)?.[0]
  if (module === undefined || never.test(plainPath(pathname))) return html
  const late = `<template>${preloads.join('')}${module}</template><script nonce="${nonce}">(${startLate})()</script>`
  return light.replace(module, () => late)
}

/** Runs in the page as text, so nothing outside of it can be used. */
function startLate(): void {
  const own = document.currentScript
  const template = own?.previousElementSibling as HTMLTemplateElement // safe: written before it
  const script = template.content.querySelector('script')
  const waits = 'a.btn:is([href^="#"], [href^="tel:"]), [role=tab], [type=button]:not([popovertarget])'
  let isStarted = false
  let held: HTMLElement | null = null
  const start = (event?: Event) => {
    // Browsers also report a pointer that rests where the page appears.
    const isResting =
      event instanceof MouseEvent && event.type === 'pointermove' && !event.movementX && !event.movementY
    // Scripts would take the network from the page that a tapped link opens.
    const link =
      event && /^(pointerdown|touch|focus|click)/.test(event.type) && (event.target as Element).closest?.('a')
    if (isStarted || isResting || (link && !link.matches(waits))) return
    isStarted = true
    document.head.append(...template.content.querySelectorAll('link'))
    template.replaceWith(template.content)
  }
  // With or without scripts, the click the visitor made is carried out.
  const release = () => {
    removeEventListener('click', hold, true)
    if (held?.isConnected) held.click()
    held = null
  }
  // What looks or works better with scripts waits for them; other links and forms work at once.
  const hold = (event: MouseEvent) => {
    const control = (event.target as Element).closest<HTMLElement & { form?: HTMLFormElement }>('a, button') // safe: clicks have one
    if (!control || !(control.matches(waits) || control.form?.method === 'post')) return
    event.preventDefault()
    event.stopPropagation()
    if (!held) setTimeout(release, 10_000)
    held = control
  }
  const signs = 'pointerdown pointermove touchstart keydown focusin input scroll wheel click'
  for (const sign of signs.split(' ')) addEventListener(sign, start, { capture: true, passive: true })
  addEventListener('click', hold, true)
  const ready = () => {
    // A field entered before offers its suggestions.
    const field = document.activeElement
    if (field?.matches('input, select, textarea')) field.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    release()
  }
  addEventListener('ready', ready, { once: true })
  script?.addEventListener('error', release)
  // Leaves the elements that React expects.
  own?.remove()
  try {
    // The address opens a dialog, or the list starts at another place.
    if (location.hash || localStorage.lastPlace) start()
  } catch {
    // Forbidden storage holds no place.
  }
  navigator.permissions?.query({ name: 'geolocation' }).then(
    ({ state }) => state === 'granted' && start(),
    () => undefined,
  )
}
