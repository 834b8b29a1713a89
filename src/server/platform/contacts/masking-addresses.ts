import {
  doubtfulEndings,
  handleLinks,
  mailHosts,
  mailWords,
  payHandles,
  payWords,
  plainEndings,
  plainPayHandles,
  platforms,
} from './masking-link-words.ts'
import type { Part } from './masking-numbers.ts'
import { domainAt, mostNames, type Piece } from './masking-pieces.ts'

/** rahul@gmail.com, rahul at gmail dot com, rahul@okaxis: an @ between a name and a host or handle. */
export function addressAt(pieces: Piece[], at: number): Part | null {
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
  const isPaid = isGlued && pieces.slice(Math.max(0, at - 6), at - 1).some((piece) => payWords.has(piece.text))
  const isAddress =
    isNamed ||
    (!sign.isSpoken &&
      (isHost || plainPayHandles.has(host) || (isGlued && (isOdd || isPaid) && /^\p{L}{2}/u.test(host)))) ||
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
export function handleAt(pieces: Piece[], at: number): Part | null {
  const [sign, left, right] = [pieces[at], pieces[at - 1], pieces[at + 1]]
  if (sign?.text !== '@' || right?.kind !== 'name' || right.isSpaced || /^\d/.test(right.text)) return null
  if (left?.kind === 'name' && !sign.isSpaced) return null
  const { names, last } = domainAt(pieces, at + 1)
  const near = [...pieces.slice(Math.max(0, at - 5), at), ...pieces.slice(last + 1, last + 5)]
  const isHandle = names.length > 1 || /[\d_]/.test(right.text) || near.some((piece) => platforms.has(piece.text))
  return isHandle ? { from: sign.from, to: pieces[last]?.to ?? right.to } : null
}

/** Instagram id rahul_maths99: a name after a platform that no word looks like. */
export function namedHandleAt(pieces: Piece[], index: number): Part | null {
  const place = pieces[index]?.text ?? ''
  if (!platforms.has(place) && !mailWords.has(place)) return null
  let next = index + 1
  while (next < index + 6 && handleLinks.has(pieces[next]?.text ?? '')) next++
  const piece = pieces[next]
  if (piece?.kind !== 'name') return null
  const { names, last } = domainAt(pieces, next)
  const name = names.join('.')
  const isOdd = /^[a-z][a-z\d_.]{3,}$/.test(name) && (/_/.test(name) || /[a-z]{3}.*\d$/.test(name))
  return isOdd ? { from: piece.from, to: pieces[last]?.to ?? piece.to } : null
}
