const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['UC Browser', /\bUCBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

const firstMatch = (known: readonly (readonly [string, RegExp])[], text: string) =>
  known.find(([, mark]) => mark.test(text))?.[0] ?? null

/**
 * Browser and system of a user agent, for example "Chrome" and "Android". The first match wins, because most browsers
 * also name others.
 */
export const parseDevice = (userAgent: string) => ({
  browser: firstMatch(browsers, userAgent),
  system: firstMatch(systems, userAgent),
})
