import {
  doubtfulEndings,
  handleLinks,
  knownHosts,
  mailHosts,
  noHosts,
  noNames,
  payHandles,
  plainEndings,
  plainPayHandles,
  platforms,
  secondEndings,
  siteWords,
} from './masking-link-words.ts'
import type { Part } from './masking-numbers.ts'
import { type Piece, piecesOf } from './masking-pieces.ts'

/** So that a chain of dots and names is not read again from each of its names. */
const mostNames = 12

const written = /(?<![\p{L}\p{N}])(?:h(?:tt|xx)ps?:\/\/|www\.)[^\s•]+/gu

/** Where e-mail addresses, links, UPI ids and handles stand in the folded text. */
export function linksIn(chars: string): Part[] {
  const pieces = piecesOf(chars)
  const parts = Array.from(chars.matchAll(written), ({ 0: text, index }) => {
    return { from: index, to: index + text.length }
  })
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

/** The names joined by dots from `index` on, and the index of the last. */
function domainAt(pieces: Piece[], index: number): { names: string[]; last: number; isSpoken: boolean } {
  const names = [pieces[index]?.text ?? '']
  let last = index
  let isSpoken = false
  while (names.length < mostNames) {
    const [dot, name] = [pieces[last + 1], pieces[last + 2]]
    if (dot?.kind !== 'dot' || name?.kind !== 'name') break
    if (
      !dot.isSpoken &&
      (dot.isSpaced || name.isSpaced) &&
      dot.text === '.' &&
      !/^(?:com|org|net|in|co)$/.test(name.text)
    )
      break
    names.push(name.text)
    last += 2
    isSpoken ||= dot.isSpoken || dot.isSpaced || name.isSpaced
  }
  return { names, last, isSpoken }
}

/** rahul@gmail.com, rahul at gmail dot com, rahul@okaxis: an @ between a name and a host or handle. */
function addressAt(pieces: Piece[], at: number): Part | null {
  const [sign, left, right] = [pieces[at], pieces[at - 1], pieces[at + 1]]
  if (!sign || right?.kind !== 'name') return null
  const { names, last } = domainAt(pieces, at + 1)
  const host = names[0] ?? ''
  const ending = names.at(-1) ?? ''
  const isNamed = mailHosts.has(host) || payHandles.has(host)
  if (left?.kind !== 'name')
    return !sign.isSpoken && mailHosts.has(host) ? { from: sign.from, to: pieces[last]?.to ?? right.to } : null
  const isGlued = !sign.isSpaced && !right.isSpaced
  const isHost = names.length > 1 && (plainEndings.has(ending) || doubtfulEndings.has(ending))
  const isOdd = /[\d_]/.test(left.text) || pieces[at - 2]?.kind === 'dot'
  const isAddress =
    isNamed ||
    (!sign.isSpoken && (isHost || plainPayHandles.has(host) || (isGlued && isOdd && /^\p{L}{2}/u.test(host)))) ||
    (sign.isSpoken && plainPayHandles.has(host) && /\d/.test(left.text))
  return isAddress
    ? { from: pieces[firstOf(pieces, at - 1)]?.from ?? left.from, to: pieces[last]?.to ?? right.to }
    : null
}

/** Where the name that ends at `index` begins: `priya dot sharma`, `r.sharma`, `priya 99`. */
function firstOf(pieces: Piece[], index: number): number {
  let first = index
  while (index - first < 2 * mostNames) {
    const [join, name, current] = [pieces[first - 1], pieces[first - 2], pieces[first]]
    if ((join?.kind !== 'dot' && join?.kind !== 'join') || name?.kind !== 'name') break
    if (!join.isSpoken && (join.isSpaced || current?.isSpaced)) break
    first -= 2
  }
  const isNumber = /^\d{1,4}$/.test(pieces[first]?.text ?? '') && pieces[index + 1]?.isSpaced
  return isNumber && pieces[first - 1]?.kind === 'name' ? first - 1 : first
}

/** @rahul_maths, or any @name near the name of a platform. */
function handleAt(pieces: Piece[], at: number): Part | null {
  const [sign, left, right] = [pieces[at], pieces[at - 1], pieces[at + 1]]
  if (sign?.text !== '@' || right?.kind !== 'name' || right.isSpaced || /^\d/.test(right.text)) return null
  if (left?.kind === 'name' && !sign.isSpaced) return null
  const { names, last } = domainAt(pieces, at + 1)
  const near = [...pieces.slice(Math.max(0, at - 5), at), ...pieces.slice(last + 1, last + 5)]
  const isHandle = names.length > 1 || /[\d_]/.test(right.text) || near.some((piece) => platforms.has(piece.text))
  return isHandle ? { from: sign.from, to: pieces[last]?.to ?? right.to } : null
}

/** Instagram id rahul_maths99: a name after a platform that no word looks like. */
function namedHandleAt(pieces: Piece[], index: number): Part | null {
  if (!platforms.has(pieces[index]?.text ?? '')) return null
  let next = index + 1
  while (next < index + 6 && handleLinks.has(pieces[next]?.text ?? '')) next++
  const piece = pieces[next]
  if (piece?.kind !== 'name') return null
  const { names, last } = domainAt(pieces, next)
  const name = names.join('.')
  const isOdd = /^[a-z][a-z\d_.]{3,}$/.test(name) && (/_/.test(name) || /[a-z]{3}.*\d$/.test(name))
  return isOdd ? { from: piece.from, to: pieces[last]?.to ?? piece.to } : null
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
        !/^[\s]*[\p{L}\p{N}]/u.test(chars.slice(to, to + 10))))
  return isCertain ? { from: piece.from, to: to + rest.length } : null
}
