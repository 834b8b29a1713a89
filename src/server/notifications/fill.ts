import { brand } from '#contract/wire/brand.ts'
import type { Language } from '#contract/wire/errors.ts'

/** Replaces each `{name}` in a text. */
export const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

/** Placeholders of a text, with repetitions. */
export const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => name)

export const brandIn = (language: Language): string => (language === 'hi' ? brand.nameHi : brand.name)
