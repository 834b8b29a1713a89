import { domainAt, maxNames, type Piece, piecesOf } from './address-signs.ts'
import {
  commonWords,
  endingPoints,
  endsAlone,
  followWords,
  handleLinks,
  handleWords,
  isPlatform,
  knownHosts,
  mailHosts,
  mailWords,
  noHosts,
  noNames,
  payHandles,
  payWords,
  plainPayHandles,
  secondEndings,
  siteWords,
  teachingNames,
} from './link-words.ts'
import type { Part } from './numbers.ts'

/** A site, an address or an account is one from so many points on. */
const enough = 5

const written =
  /(?<![\p{L}\p{N}])(?:(?:h(?:tt|xx)ps?:\/\/|[a-z]{2,10}:\/\/|www\.)[^\s•]+|(?:www|https?)[ .:/]{1,5}[a-z\d-]{3,40}[ .,]{1,3}(?:com|in|org|net|online)(?![\p{L}\p{N}])|www[a-z\d]{5,40}(?:com|in|org|net)(?![a-z\d])|(?:bit ?ly|t ?me|wa ?me|tiny ?url|linktr ?ee) ?\/ ?[\w+]{3,}|live:[\w.]+|(?<=linkedin[^\n]{0,12})in\/[\w-]{3,}|(?<=discord[^\n]{0,20})[a-z][\w.]{2,}#\d{4}|(?<=meet[^\n]{0,30})[a-z]{3}([-_])[a-z]{4}\1[a-z]{3}(?![\p{L}-])|(?<=meet(?:ing)? (?:code|id)[ :-]{1,3})[a-z]{3} [a-z]{4} [a-z]{3}(?!\p{L}))/gu

// The best known mail hosts, whatever holds their letters apart: rahul-at-gmail-dot-com, rahul @ g m a i l . c o m.
const between = '[\\s._*~#()/-]{0,3}'
const apart = (word: string) => [...word].join(between)
const mails = ['gmail', 'googlemail', 'yahoo', 'hotmail', 'outlook', 'rediffmail', 'protonmail', 'icloud', 'zohomail']
  .map(apart)
  .join('|')
const nameBefore = /[a-z\d._*-]+[\s#(]{0,3}$/
const scattered = new RegExp(
  `(?:(?:at|@)${between})?(?:${mails})${between}(?:dot|\\(dot\\))?${between}${apart('com')}(?![a-z])|(?<=[._*~-])at[._*~-](?:${mails})(?![a-z])|(?:@|at the rate(?: of)?)${between}(?:${mails})(?![a-z])|(?<=[a-z\\d])at(?:gmail|yahoo|hotmail|outlook)(?![a-z])`,
  'g',
)

/** Where e-mail addresses, links, UPI ids and handles stand in the folded text. */
export function linksIn(text: string): Part[] {
  const chars = text.replace(/(?<![a-z])i[. ]g(?=[. ])/g, 'ig ').replace(/-(dot|at)-/g, ' $1 ')
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
        : piece.kind === 'name' || isPlatform(piece.text)
          ? (siteAt(pieces, index, chars) ?? accountAfter(pieces, index) ?? accountBefore(pieces, index))
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

/** The points whose condition holds. */
const sum = (...points: [number, boolean][]): number =>
  points.reduce((total, [count, holds]) => (holds ? total + count : total), 0)

const isOdd = (name: string): boolean => /_|[a-z]\.[a-z]|[a-z]{3}.*\d/.test(name)
const textsOf = (pieces: Piece[], from: number, to: number): string[] =>
  pieces.slice(Math.max(0, from), to).map(({ text }) => text)
const partFrom = (pieces: Piece[], first: number, last: number): Part => ({
  from: pieces[first]?.from ?? 0,
  to: pieces[last]?.to ?? 0,
})

/** sharmaclasses.com, t.me/rahul, sharmaclasses dot com. */
function siteAt(pieces: Piece[], index: number, chars: string): Part | null {
  const before = pieces[index - 1]
  const piece = pieces[index]
  if (!piece || ((before?.kind === 'dot' || before?.kind === 'at') && !piece.isSpaced)) return null
  const { names, last, isSpoken } = domainAt(pieces, index)
  if (names.length < 2) return null
  const to = pieces[last]?.to ?? piece.to
  const rest = /^(?:[/?]|:\d)[^\s•]*/.exec(chars.slice(to, to + 2000))?.[0] ?? ''
  const host = names.join('.')
  const [ending = '', second = ''] = names.toReversed()
  const name = (names.length > 2 && secondEndings.has(second) ? names.at(-3) : second) ?? ''
  const isKnown = knownHosts.has(host) || knownHosts.has(names.slice(-2).join('.'))
  if (noHosts.has(host) || (!isKnown && (name.length < 2 || (isSpoken && noNames.has(name))))) return null
  const near = [...textsOf(pieces, index - 3, index), ...textsOf(pieces, last + 1, last + 3)]
  const next = pieces[last + 1]
  const points = sum(
    [isKnown ? 10 : (endingPoints.get(ending) ?? (rest.length > 3 && /^[a-z]{2}$/.test(ending) ? 1 : -10)), true],
    [5, names.length > 2 && /^(?:blogspot|wordpress|wixsite|weebly)$/.test(second)],
    [1, isSpoken && !commonWords.has(name)],
    [4, rest.length > 1 || names[0] === 'www' || (names.length > 2 && secondEndings.has(second))],
    [4, near.some((word) => siteWords.has(word))],
    [4, /^(?:pe|par|पर)$/.test(next?.text ?? '')],
    [3, endsAlone.has(ending) && !/^\s*[\p{L}\p{N}]/u.test(chars.slice(to, to + 10))],
    [3, teachingNames.test(names.length > 2 ? host : name)],
    [4, isSpoken && names.length > 2],
    [2, name.length > 9 || /\d|-/.test(name)],
    [-5, ending !== 'com' && (commonWords.has(name) || (name.length < 4 && (endingPoints.get(ending) ?? 0) < 6))],
  )
  return points >= enough ? { from: piece.from, to: to + rest.length } : null
}

/** rahul@gmail.com, rahul at gmail dot com, rahul@okaxis: an @ between a name and a host or handle. */
function addressAt(pieces: Piece[], at: number): Part | null {
  const sign = pieces[at]
  const left = pieces[at - 1]
  const right = pieces[at + 1]
  if (!sign || right?.kind !== 'name') return null
  const { names, last } = domainAt(pieces, at + 1)
  const [host = '', ending = ''] = [names[0], names.at(-1)]
  const isWritten = !sign.isSpoken
  if (left?.kind !== 'name') return isWritten && mailHosts.has(host) ? partFrom(pieces, at, last) : null
  const isGlued = !sign.isSpaced && !right.isSpaced && /^\p{L}{2}/u.test(host)
  const isNamed = /[\d_]/.test(left.text) || pieces[at - 2]?.kind === 'dot'
  const points = sum(
    [6, mailHosts.has(host) || payHandles.has(host)],
    [5, isWritten && (plainPayHandles.has(host) || (names.length > 1 && endingPoints.has(ending)))],
    [5, isWritten && isGlued && (isNamed || /^ok|bank|axis|hdfc|icici|sbi|upi|pay(?!ment)/.test(host))],
    [5, isWritten && isGlued && textsOf(pieces, at - 6, at - 1).some((word) => payWords.has(word))],
    [5, sign.isSpoken && plainPayHandles.has(host) && /\d/.test(left.text)],
  )
  return points >= enough ? partFrom(pieces, firstOf(pieces, at - 1), last) : null
}

/** Where the name that ends at `index` begins: `priya dot sharma`, `r.sharma`, `priya 99`. */
function firstOf(pieces: Piece[], index: number): number {
  let first = index
  while (index - first < 2 * maxNames) {
    const join = pieces[first - 1]
    const name = pieces[first - 2]
    const current = pieces[first]
    if ((join?.kind !== 'dot' && join?.kind !== 'join') || name?.kind !== 'name') break
    if (!join.isSpoken && (join.isSpaced || current?.isSpaced)) break
    first -= 2
  }
  const isNumber = /^\d{1,4}$/.test(pieces[first]?.text ?? '') && pieces[index + 1]?.isSpaced
  return isNumber && pieces[first - 1]?.kind === 'name' ? first - 1 : first
}

/** @rahul_maths, or any @name near the name of a platform. */
function handleAt(pieces: Piece[], at: number): Part | null {
  const sign = pieces[at]
  const left = pieces[at - 1]
  const right = pieces[at + 1]
  if (sign?.text !== '@' || right?.kind !== 'name' || /^\d/.test(right.text)) return null
  if (right.isSpaced && !/[a-z]_[a-z]/.test(right.text)) return null
  if (left?.kind === 'name' && !sign.isSpaced) return null
  const { names, last } = domainAt(pieces, at + 1)
  const after = textsOf(pieces, last + 1, last + 5)
  const near = [...textsOf(pieces, at - 5, at), ...after]
  const isHandle =
    names.length > 1 ||
    /[\d_]/.test(right.text) ||
    (right.text.length > 8 && teachingNames.test(right.text)) ||
    (right.text.length > 5 && !commonWords.has(right.text) && /^(?:pe|par|पर|on)$/.test(after[0] ?? '')) ||
    near.some((word) => isPlatform(word))
  return isHandle ? partFrom(pieces, at, last) : null
}

/** Points for a name that an account may have. */
const namePoints = (name: string): number =>
  sum(
    [4, isOdd(name)],
    [3, teachingNames.test(name)],
    [1, name.length > 5],
    [-6, commonWords.has(name) || !/^[a-z][a-z\d_.-]{2,}$/.test(name)],
  )

/** `id`, a colon, an arrow: what stands before the name of an account. */
const isHandleWord = ({ kind, text }: Piece): boolean =>
  handleWords.has(text) || (kind === 'other' && !/[.,;?!।'"]/.test(text))

const isHandle = (word: string): boolean => /^(?:handle|username|userid|app)$/.test(word)

/** Instagram id rahul_maths99, insta: rahulmaths. */
function accountAfter(pieces: Piece[], index: number): Part | null {
  const place = pieces[index]?.text ?? ''
  if (!isPlatform(place) && !mailWords.has(place) && !isHandle(place)) return null
  let next = index + 1
  const isLink = (piece?: Piece) => piece !== undefined && (handleLinks.has(piece.text) || isHandleWord(piece))
  while (next < index + 6 && isLink(pieces[next])) next++
  const piece = pieces[next]
  if (piece?.kind !== 'name' || isPlatform(piece.text)) return null
  const domain = domainAt(pieces, next)
  const isJoined = pieces[domain.last + 1]?.kind === 'join' && pieces[domain.last + 2]?.kind === 'name'
  const last = domain.last + (isJoined ? 2 : 0)
  const name = domain.names.join('.') + (isJoined ? '_' : '')
  const follows = pieces[last + 1]
  const points =
    namePoints(name) +
    sum(
      [1, true],
      [3, place === 'username' || place === 'handle'],
      [3, pieces.slice(index + 1, next).some(isHandleWord)],
      [3, !/^(?:youtube|yt)$/.test(place) && textsOf(pieces, last + 1, last + 3).some((word) => followWords.has(word))],
      [
        -2,
        !isOdd(name) && follows?.kind === 'name' && !handleLinks.has(follows.text) && !followWords.has(follows.text),
      ],
    )
  return points >= enough ? partFrom(pieces, next, last) : null
}

/** rahul.sharma99 on gmail, rahul okaxis, `rahul_sir likh ke search karo insta pe`. */
function accountBefore(pieces: Piece[], index: number): Part | null {
  const { names, last } = domainAt(pieces, index)
  const name = names.join('.')
  const [next = '', place = ''] = textsOf(pieces, last + 1, last + 3)
  if (payHandles.has(next) && pieces[last + 1]?.isSpaced && !commonWords.has(name))
    return partFrom(pieces, index, last + 1)
  const isNamed = /^(?:on|pe|par|at|पर)$/.test(next) || handleLinks.has(next)
  const isAccount =
    (isNamed && (isPlatform(place) || mailWords.has(place)) && namePoints(name) >= 4) ||
    (mailHosts.has(next) && /^[a-z]{4,}\d{1,6}$|^[a-z]{3,}\.[a-z]{3,}$/.test(name)) ||
    (/^[a-z]{3,}[_.][a-z\d_.]{2,}$|^[a-z]{5,}\d{2,4}$/.test(name) &&
      names.every((one) => !commonWords.has(one.replace(/\d+$/, ''))) &&
      textsOf(pieces, last + 1, last + 8).some((word) => isPlatform(word)) &&
      textsOf(pieces, last + 1, last + 8).some((word) => followWords.has(word) || handleWords.has(word)))
  return isAccount ? partFrom(pieces, index, last) : null
}
