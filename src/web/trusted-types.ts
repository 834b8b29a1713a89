type Rule = (value: string) => string | null
type TrustedTypes = { createPolicy: (name: string, rules: { createHTML: Rule; createScriptURL: Rule }) => unknown }

/** What the content security policy lets through beside safe DOM calls: React's empty script element, JSON-LD, the service worker. */
export function limitUnsafeDomCalls(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML: (value) => (value === '<script></script>' || /^[{[][^<]*$/.test(value) ? value : null),
    createScriptURL: (value) => (value === '/sw.js' ? value : null),
  })
}
