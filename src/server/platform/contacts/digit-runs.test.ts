import { expect, test } from 'vitest'
import { type Atom, runsOf } from './digit-runs.ts'

// Digits = where they were read; `?` is optional, `~` a guess, `+1` follows a word that is not part of a number.
const written = (text: string, { digits, from, to, isOptional, isGuess, strangers }: Atom) =>
  `${digits}${isOptional ? '?' : ''}${isGuess ? '~' : ''}${strangers ? `+${strangers}` : ''}=${text.slice(from, to)}`

test.each<[string, string[]]>([
  ['to me i', []],
  ['!won 9', ['1=!, 9+1=9']],
  ['9n tw0', ['9=9, 2=tw0']],
  ['sixty 9', ['60=sixty, 9=9']],
  ['do sau', ['200=do sau']],
  ['nine hundred thousand', ['900000=nine hundred thousand']],
  ['9 char baar uske) n9\n\n\n98260', ['9999=9 char baar, 9+2=9', '98260=98260']],
  ['5 times 92', ['999992=5 times 92']],
  ['6 times 9', ['6=6, 9+1=9']],
  ['t-w-o2 times 9', ['0=o, 99=2 times 9']],
  ['4 uske baad . charto.o', ['4=4, 0+1=o']],
  ['98 to 5 b', ['98=98, 5+1=5']],
  ['8 1 hazar.fou.r', ['8=8, 1000=1 hazar, 4=fou.r']],
  ['i fou.r', ['4=fou.r']],
  ['to.o i', ['2~=to, 0=o']],
  ['a.t w o', ['0=o']],
  ['th.re.e', ['3=th.re.e']],
  ['ni.ne.eight', ['9=ni.ne, 8=eight']],
  ['nine-eight-two-six-zero-one-four-two-one-zero', ['9=nine, 8=eight, 260142=two-six-zero-one-four-two, 10=one-zero']],
  ['9abcdef8', ['9=9, 8=8']],
  ['98260abcdefg14210', ['98260=98260, 14210+1=14210']],
  ['98260 hundred 14210', ['98260=98260, 14210+1=14210']],
  ['two    sau', ['2=two']],
  ['ninety    char', ['90=ninety, 4=char']],
  ['9a8b2c . l, do', ['9=9, 8=8, 8?=b, 2=2, 1=l, 2=do']],
  ['to.o olilolilol', ['0=o']],
  ['9826014210 lakh', ['982601421000000=9826014210 lakh']],
  ['98z6o1421o', ['9826014210=98z6o1421o']],
  ['eight-sau sixty zero', ['860=eight-sau sixty, 0?=zero']],
  ['98260two9n  0 eighty', ['98260=98260, 2=two, 9=9, 0=0, 80=eighty']],
  ['5lakh', ['500000=5lakh']],
  ['82 lakh6 do', ['8200006=82 lakh6, 2=do']],
  ['omb4ttu', ['4=4, 2~=ttu']],
])('reads the digits of %j', (text, runs) => {
  expect(runsOf(text).map((atoms) => atoms.map((atom) => written(text, atom)).join(', '))).toEqual(runs)
})
