const starts = ['ba', 'de', 'ga', 'hi', 'ja', 'ka', 'lo', 'ma', 'ni', 'pa', 'ra', 'sa', 'ta', 'va', 'yu', 'zo']
const ends = 'aeiou'

/** A word that no other number has, and that no text of ours contains. */
function wordOf(number: number): string {
  let word = 'qi'
  for (let left = number; ; left = Math.floor(left / starts.length)) {
    word += starts[left % starts.length]
    if (left < starts.length) break
  }
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}x${ends[number % ends.length]}`
}

/** A name whose both words belong to this person only, so that it can be found wherever it is kept. */
export const nameOf = (number: number): string => `${wordOf(2 * number)} ${wordOf(2 * number + 1)}`

/** A phone number of this person only. */
export const phoneOf = (number: number): string => `9${String(200_000_000 + number)}`
