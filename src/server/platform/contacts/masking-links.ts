import { addressAt, handleAt, namedHandleAt } from './masking-addresses.ts'
import {
  doubtfulEndings,
  endsAlone,
  knownHosts,
  noHosts,
  noNames,
  plainEndings,
  secondEndings,
  siteWords,
} from './masking-link-words.ts'
import type { Part } from './masking-numbers.ts'
import { domainAt, type Piece, piecesOf } from './masking-pieces.ts'

const written = /(?<![\p{L}\p{N}])(?:h(?:tt|xx)ps?:\/\/|www\.)[^\s•]+/gu

// The best known mail hosts, whatever holds their letters apart: rahul-at-gmail-dot-com, rahul @ g m a i l . c o m.
const between = '[\\s._*~-]{0,2}'
const apart = (word: string) => [...word].join(between)
const mails = ['gmail', 'yahoo', 'hotmail', 'outlook', 'rediffmail'].map(apart).join('|')
const nameBefore = /[a-z\d._*-]+\s?$/
const scattered = new RegExp(
  `(?:at|@)${between}(?:${mails})${between}(?:dot|\\(dot\\))?${between}${apart('com')}(?![a-z])`,
  'g',
)

/** Where e-mail addresses, links, UPI ids and handles stand in the folded text. */
export function linksIn(chars: string): Part[] {
  const pieces = piecesOf(chars)
  const parts = Array.from(chars.matchAll(written), ({ 0: text, index }) => ({ from: index, to: index + text.length }))
  for (const { 0: text, index } of chars.matchAll(scattered)) {
    const name = nameBefore.exec(chars.slice(Math.max(0, index - 40), index))?.[0] ?? ''
    parts.push({ from: index - name.length, to: index + text.length })
  }
  let done = 0
  for (const [index, piece] of pieces.entries()) {
    if (piece.from < done) continue
    const part =
      piece.kind === 'at'
        ? (addressAt(pieces, index) ?? handleAt(pieces, index))
        : piece.kind === 'name'
          ? (siteAt(pieces, index, chars) ?? namedHandleAt(pieces, index))
          : null
    if (!part) continue
    parts.push(part)
    done = part.to
  }
  return parts.map(({ from, to }) => ({ from, to: withoutStop(chars, from, to) }))
}

/** A sentence's own sign at the end of a link is not part of it. */
function withoutStop(chars: string, from: number, to: number): number {
  let end = to
  while (end > from + 1 && /[.,;:!?)\]}"'’”|।*]/.test(chars.charAt(end - 1))) end--
  return end
}

/** sharmaclasses.com, t.me/rahul, sharmaclasses dot com. */
function siteAt(pieces: Piece[], index: number, chars: string): Part | null {
  const [before, piece] = [pieces[index - 1], pieces[index]]
  if (!piece || ((before?.kind === 'dot' || before?.kind === 'at') && !piece.isSpaced)) return null
  const { names, last, isSpoken } = domainAt(pieces, index)
  if (names.length < 2) return null
  const to = pieces[last]?.to ?? piece.to
  const rest = /^(?:[/?]|:\d)[^\s•]*/.exec(chars.slice(to, to + 2000))?.[0] ?? ''
  const host = names.join('.')
  const [ending = '', second = ''] = names.toReversed()
  const name = names.at(-2) ?? ''
  if (noHosts.has(host) || (!knownHosts.has(host) && (name.length < 2 || (isSpoken && noNames.has(name))))) return null
  const near = [...pieces.slice(Math.max(0, index - 3), index), ...pieces.slice(last + 1, last + 3)]
  const isCertain =
    knownHosts.has(names.slice(-2).join('.')) ||
    plainEndings.has(ending) ||
    (doubtfulEndings.has(ending) &&
      (rest.length > 1 ||
        names[0] === 'www' ||
        (names.length > 2 && secondEndings.has(second)) ||
        near.some((one) => siteWords.has(one.text)) ||
        /^(?:pe|par|पर)$/.test(pieces[last + 1]?.text ?? '') ||
        (endsAlone.has(ending) && !/^\s*[\p{L}\p{N}]/u.test(chars.slice(to, to + 10)))))
  return isCertain ? { from: piece.from, to: to + rest.length } : null
}
