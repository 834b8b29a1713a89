import { brand } from '#contract/brand.ts'
import type { Language } from '#contract/errors.ts'

/** Fills `{name}` in a text. */
export const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

export const brandIn = (language: Language): string => (language === 'hi' ? brand.nameHi : brand.name)
