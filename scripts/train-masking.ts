import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash, readingOf, textFeatures, wordFeatures } from '#server/platform/contacts/features.ts'
import { fold, type Folded } from '#server/platform/contacts/fold.ts'
import { maskContacts } from '#server/platform/contacts/masking.ts'
import { chanceOf } from '#server/platform/contacts/features.ts'
import { knownWords, type Model, placeIn, scoreOf, signWeight, type Table, textScore, wordScores } from '#server/platform/contacts/score.ts'

// Trains the score of `platform/contacts` on the texts in test/masking-data, the held-out ones left out, and writes
// data/masking-weights.json. `--by-author` trains on all files but one, tries that one, and writes nothing.

const E=(k:string,d:number)=>Number(process.env[k]??d)
const root = join(import.meta.dirname, '..')
const folder = join(root, 'test/masking-data')

/** A text to learn from. `isInside` says whether what stands at a place of the folded text is a part of the contact. */
type Text = { author: string; text: string; written: string; folded: Folded; chars: string; hasContact: boolean; isInside: (at: number) => boolean; weight: number; kind:string }

function contactOf(author: string, marked: string): Text {
  const folded = fold(marked.replace(/[⟦⟧]/g, ''))
  const spans = Array.from(marked.matchAll(/⟦([^⟧]*)⟧/g), ({ 0: whole, index }, count) => {
    const from = index - 2 * count
    return { from, to: from + whole.length - 2 }
  })
  const isInside = (at: number) => {
    const place = folded.starts[at] ?? 0
    return spans.some(({ from, to }) => place >= from && place < to)
  }
  return { author, text: marked, written: marked.replace(/[⟦⟧]/g, ''), folded, chars: folded.chars, hasContact: true, isInside, weight: 1, kind: 'contact' }
}

const innocentOf = (author: string, text: string): Text => ({
  ...{ author, text, written: text, folded: fold(text), chars: fold(text).chars, hasContact: false, isInside: () => false, weight: E('INW',2), kind: 'innocent' },
})

function textsOf(name: string): Text[] {
  const { contacts, innocents }: { contacts: string[]; innocents: string[] } = JSON.parse(
    readFileSync(join(folder, `${name}.json`), 'utf8'),
  )
  const rest = E('REST',0)>0 ? contacts.map(c=>({...innocentOf(name,c.replace(/⟦[^⟧]*⟧/g,' • ')),weight:E('REST',0),kind:'rest'})).filter(({chars})=>/\p{L}/u.test(chars)) : []
  return [...contacts.map((text) => contactOf(name, text)), ...innocents.map((text) => innocentOf(name, text)), ...rest]
}

/** Numbers between 0 and 1, the same in every run. */
function randoms(): () => number {
  let seed = 42
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
}

type Example = { says: number[]; signs: number[]; isOne: boolean; weight: number }

/** Logistic regression with L2, by gradient descent with a rate of its own for each weight (AdaGrad). */
function train(examples: Example[], size: number, rounds: number): Table {
  const rows = examples.map(({ says, signs, isOne, weight }) => {
    const [said, signed] = [[...placeIn(size, says)], [...placeIn(size, signs)]]
    const length = Math.sqrt(said.length + signWeight ** 2 * signed.length || 1)
    return { places: Uint32Array.from([...said, ...signed]), said: said.length, length, isOne, weight }
  })
  const weights = new Float64Array(size)
  const sums = new Float64Array(size).fill(1e-6)
  let [bias, biasSum] = [0, 1e-6]
  const random = randoms()
  const order = rows.map((_, index) => index)
  for (let round = 0; round < rounds; round++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      ;[order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0]
    }
    for (const index of order) {
      const row = rows[index]
      if (!row) continue
      const { places, said, length } = row
      const value = (at: number) => (at < said ? 1 : signWeight) / length
      let score = bias
      for (let at = 0; at < places.length; at++) score += (weights[places[at] ?? 0] ?? 0) * value(at)
      const error = row.weight * (chanceOf(score) - (row.isOne ? 1 : 0))
      biasSum += error * error
      bias -= (0.1 * error) / Math.sqrt(biasSum)
      for (let at = 0; at < places.length; at++) {
        const place = places[at] ?? 0
        const weight = weights[place] ?? 0
        const slope = error * value(at) + 1e-4 * weight
        const sum = (sums[place] ?? 0) + slope * slope
        sums[place] = sum
        weights[place] = weight - (0.3 * slope) / Math.sqrt(sum)
      }
    }
  }
  return { bias, scale: 1, weights }
}

const wordTable = 2 ** E('WB',15)
const textTable = 2 ** E('TB',16)
const knownBytes = 2 ** 14

/** How many texts a word stands in outside of contacts. */
function countWords(texts: Text[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { chars, isInside } of texts.filter(t=>t.kind!=='rest')) {
    const words = Array.from(chars.matchAll(/[\p{L}\p{M}]+/gu)).filter(({ index }) => !isInside(index))
    for (const word of new Set(words.map(([word]) => word))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function learn(texts: Text[]): Model {
  const counts = countWords(texts)
  // A word is known to a text that others have too.
  const isKnown = (word: string) => (counts.get(word) ?? 0) > 1
  const all = texts.map((text) => {
    const reading = readingOf(text.folded, text.written, isKnown)
    const features = wordFeatures(reading)
    const share = Math.min(1, 10 / features.length) * text.weight
    const words = features.map((says, at) => {
      return { says, signs: [], isOne: text.isInside(reading.words[at]?.from ?? 0), weight: share }
    })
    return { ...text, reading, words }
  })
  const parts = 4
  const trainWords = (some: typeof all) => train(some.flatMap(({ words }) => words), wordTable, 6)
  // The scores of a text's words come from a model that has not seen the text, as they will in use.
  const scored = Array.from({ length: parts }, (_, part) => part).flatMap((part) => {
    const words = trainWords(all.filter((_, index) => index % parts !== part))
    return all
      .filter((_, index) => index % parts === part)
      .map(({ reading, hasContact, weight }) => {
        const { says, signs } = textFeatures(reading, wordScores({ words }, reading))
        return { says, signs, isOne: hasContact, weight }
      })
  })
  const known = new Uint8Array(knownBytes)
  for (const word of counts.keys()) {
    const bit = hash(word) % (8 * knownBytes)
    known[bit >> 3] = (known[bit >> 3] ?? 0) | (1 << (bit & 7))
  }
  return { words: quantised(trainWords(all)), text: quantised(train(scored, textTable, 20)), known }
}

function quantised({ bias, weights }: Table): Table {
  const most = weights.reduce((max: number, weight: number) => Math.max(max, Math.abs(weight)), 0)
  const scale = most / 127
  return { bias, scale, weights: Int8Array.from(weights, (weight) => Math.round(weight / scale)) }
}

const base64 = (values: { buffer: ArrayBufferLike }) => Buffer.from(values.buffer).toString('base64')
const stored = ({ bias, scale, weights }: Table) => ({ bias, scale, weights: base64(weights) })

const names = readdirSync(folder)
  .filter((name) => name !== 'held-out.json')
  .map((name) => name.replace('.json', ''))
const texts = names.flatMap(textsOf)

function hits(marked: string): boolean {
  const { text, isMasked } = maskContacts(marked.replace(/[⟦⟧]/g, ''))
  return isMasked && [...marked.matchAll(/⟦([^⟧]*)⟧/g)].every(([, part = '']) => !text.includes(part))
}

if (process.argv.includes('--by-author')) {
  const all: {name:string,kind:string,score:number,rule:boolean,text:string,part:boolean}[]=[]
  for (const name of names) {
    if(process.env.ONLY&&!process.env.ONLY.split(',').includes(name))continue
    const model = learn(texts.filter(({ author }) => author !== name))
    for(const {folded,written,kind,text} of texts.filter(({author})=>author===name)){
      if(kind==='rest')continue
      const reading=readingOf(folded,written,knownWords(model)); const rule=kind==='contact'?hits(text):maskContacts(text).isMasked
      all.push({name,kind,score:textScore(model,reading,wordScores(model,reading)),rule,text,part:maskContacts(text.replace(/[⟦⟧]/g,'')).isMasked})
      if(kind==='contact'){const rt=text.replace(/⟦[^⟧]*⟧/g,' • ');const r2=readingOf(fold(rt),rt,knownWords(model));all.push({name,kind:'rest',score:r2.words.length?textScore(model,r2,wordScores(model,r2)):-9,rule:false,text,part:false})}
    }
  }
  const authors=names.filter(n=>n.startsWith('author')&&all.some(a=>a.name===n))
  for(const group of [...names.map(n=>[n]),authors]){
    const g=all.filter(({name})=>group.includes(name)),inn=g.filter(x=>x.kind==='innocent').map(x=>x.score).sort((a,b)=>b-a),con=g.filter(x=>x.kind==='contact'),rest=g.filter(x=>x.kind==='rest')
    if(!con.length||!inn.length)continue
    console.log(group.join('+'),con.length,inn.length,`rules ${(con.filter(x=>x.rule).length/con.length*100).toFixed(1)}`,...[.005,.01,.02].map(q=>{const th=inn[Math.floor(inn.length*q)]??0;return `| ${q} th ${th.toFixed(2)} model ${(con.filter(x=>x.score>th).length/con.length*100).toFixed(1)} union ${(con.filter(x=>x.score>th||x.rule).length/con.length*100).toFixed(1)} nopart ${(con.filter(x=>(x.score>th&&!x.part)||x.rule).length/con.length*100).toFixed(1)} rest ${(rest.filter(x=>x.score>th).length/rest.length*100).toFixed(1)}`}))
  }
  if(process.env.SHOW){const th=Number(process.env.SHOW);const g=all.filter(x=>authors.includes(x.name))
    for(const x of g.filter(x=>x.kind==='innocent'&&x.score>th).sort((a,b)=>b.score-a.score))console.log('FP',x.name,x.score.toFixed(2),x.text)
    for(const x of g.filter(x=>x.kind==='contact'&&!x.rule&&x.score<th).sort((a,b)=>a.score-b.score))console.log('FN',x.name,x.score.toFixed(2),x.text)}
} else {
  const { words, text, known } = learn(texts)
  const model = { words: stored(words), text: stored(text), known: base64(known) }
  writeFileSync(join(root, 'data/masking-weights.json'), `${JSON.stringify(model)}\n`)
}
