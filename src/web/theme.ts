export const themes = ['device', 'light', 'dark'] as const

/** `device` follows the system setting. */
export type Theme = (typeof themes)[number]

const yearSeconds = 365 * 24 * 60 * 60

export function isTheme(value: unknown): value is Theme {
  return themes.some((one) => one === value)
}

export function themeOf(cookieHeader: string | undefined): Theme {
  const value = /(?:^|;\s*)theme=(\w+)/.exec(cookieHeader ?? '')?.[1]
  return isTheme(value) ? value : 'device'
}

/** No cookie means `device`. */
export function themeCookie(theme: Theme, secure: boolean): string {
  const age = theme === 'device' ? 0 : yearSeconds
  return `theme=${theme}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
