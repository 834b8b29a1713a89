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
  const late = `<template>${preloads.join('')}${module}</template><script nonce="${nonce}">(${loader})()</script>`
  return light.replace(module, () => late)
}

// Without its indentation.
const loader = String(startLate).replace(/\n\s+/g, '\n')

/** Runs in the page as text, so nothing outside of it can be used. */
function startLate(): void {
  const own = document.currentScript
  const template = own?.previousElementSibling as HTMLTemplateElement // safe: written before it
  const script = template.content.querySelector('script')
  const waits = 'a.btn:is([href^="#"], [href^="tel:"], [data-more]), [role=tab], [type=button]:not([popovertarget])'
  type Control = HTMLElement & { form?: HTMLFormElement }
  let isStarted = false
  const held = new Set<Control>()
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
  const letGo = (act: (control: Control) => void) => {
    for (const control of held) {
      control.ariaBusy = null
      act(control)
    }
    held.clear()
  }
  // With or without scripts, the clicks the visitor made are carried out.
  const release = () => {
    removeEventListener('click', hold, true)
    letGo((control) => control.click())
  }
  // Another page was opened meanwhile: what was to be saved is sent without scripts.
  const send = () =>
    letGo((control) => {
      const { form } = control
      if (form?.method !== 'post') return
      const options = {
        method: 'POST',
        // safe: both are pairs, and no field is a file
        body: new URLSearchParams(new FormData(form, control) as unknown as URLSearchParams),
        keepalive: true,
        redirect: 'manual',
      } as const
      fetch(form.action, options).catch(() => undefined)
    })
  // What looks or works better with scripts waits for them; other links and forms work at once.
  const hold = (event: MouseEvent) => {
    const control = (event.target as Element).closest<Control>('a, button') // safe: clicks have one
    if (!control || !(control.matches(waits) || control.form?.method === 'post')) return
    event.preventDefault()
    event.stopPropagation()
    // Browsers dial only soon after the tap.
    setTimeout(release, control.matches('[href^="tel:"]') ? 2_000 : 10_000)
    control.ariaBusy = 'true'
    held.add(control)
  }
  const signs = 'pointerdown pointermove touchstart keydown focusin input scroll wheel click hashchange'
  for (const sign of signs.split(' ')) addEventListener(sign, start, { capture: true, passive: true })
  addEventListener('click', hold, true)
  const ready = () => {
    // A field entered before offers its suggestions.
    const field = document.activeElement
    if (field?.matches('input, select, textarea')) field.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    release()
  }
  new MutationObserver(ready).observe(document.documentElement, { attributeFilter: ['data-ready'] })
  addEventListener('pagehide', send)
  script?.addEventListener('error', release)
  // A script that the first one imports fails as a rejection.
  addEventListener('unhandledrejection', release)
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
