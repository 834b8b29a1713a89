import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { maskContacts } from '#server/platform/contacts/masking.ts'
import type { Model } from '#server/platform/contacts/score.ts'

/** Texts of one author: with contacts, whose part to mask is between ⟦ and ⟧, and without. All numbers and names are made up. */
export type Texts = { contacts: string[]; innocents: string[] }

const folder = join(import.meta.dirname, '../test/masking-data')

/** Never trained on and never read to change the rules: they measure. */
export const heldOut = ['held-out', 'held-out-everyday'] as const
export const authors: string[] = readdirSync(folder)
  .map((file) => file.replace('.json', ''))
  .filter((name) => !name.startsWith('held-out'))

export const textsOf = (author: string): Texts => JSON.parse(readFileSync(join(folder, `${author}.json`), 'utf8'))

export const withoutBrackets = (marked: string): string => marked.replace(/[⟦⟧]/g, '')

/** Whether every part between the brackets is gone. */
function isHidden(marked: string, model?: Model): boolean {
  const { text, isMasked } = maskContacts(withoutBrackets(marked), model)
  return isMasked && [...marked.matchAll(/⟦([^⟧]*)⟧/g)].every(([, part = '']) => !text.includes(part))
}

export function measure({ contacts, innocents }: Texts, model?: Model) {
  const missed = contacts.filter((marked) => !isHidden(marked, model))
  const wrong = innocents.filter((text) => maskContacts(text, model).isMasked)
  const found = contacts.length - missed.length
  return { recall: found / contacts.length, precision: found / (found + wrong.length), missed, wrong }
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
